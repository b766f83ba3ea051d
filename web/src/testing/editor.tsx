// The editor of an invoice without its page: for what its fields say and do by themselves, with the rules of the package.
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { useState } from "react";
import { newId } from "../api/ids";
import { DocumentFields } from "../documents/editor/DocumentFields";
import { type Draft, emptyDraft, emptyLine, type LineDraft } from "../documents/editor/draft/draft";
import { History } from "../documents/editor/history/history";
import { useOpenLines } from "../documents/editor/lines/useOpenLines";
import { LocalDraft } from "../documents/editor/local/localDraft";
import { Merging } from "../documents/editor/saving/merging";
import { useDraftEditor } from "../documents/editor/saving/useDraftEditor";
import { useReckoning } from "../documents/editor/totals/useReckoning";
import { KINDS } from "../documents/kind";
import type { Item } from "../entities/items/item";
import { useRules } from "../rules/rules";
import { showAlone } from "./alone";

let current: () => Draft;

/** What the editor holds now. */
export const edited = (): Draft => current();

function Editor({ begin, items }: { begin: Draft; items: Item[] }) {
  const rules = useRules();
  const [{ holder, history }] = useState(() => ({
    holder: new LocalDraft(begin),
    history: new History(new Merging(rules, "invoice", newId)),
  }));
  const editor = useDraftEditor(holder, history);
  current = editor.current;
  const nothing = () => {};
  return (
    <DocumentFields
      words={KINDS.invoice}
      editor={editor}
      reckoning={useReckoning("invoice", editor, null)}
      openLines={useOpenLines()}
      takeBack={nothing}
      contacts={[]}
      profiles={[]}
      ownName="Kev"
      items={items}
      profileTerms=""
      onNewContact={nothing}
      saveToLibrary={nothing}
      contact={null}
    />
  );
}

/** A line; the first one, unless it has another `id`. */
export const lineOf = (patch: Partial<LineDraft>): LineDraft => ({ ...emptyLine("a"), ...patch });

/** An invoice at 20 % of VAT with these lines. */
export const draftWith = (patch: Partial<Draft>, ...items: LineDraft[]): Draft => ({
  ...emptyDraft("2026-11-29", "2026-12-13", "a"),
  tax: "20",
  items,
  ...patch,
});

/** Opens it, and answers the person who is at it. `items` is their price list. */
export async function editing(begin: Draft, items: Item[] = []): Promise<UserEvent> {
  const user = await showAlone(<Editor begin={begin} items={items} />);
  await screen.findByLabelText("Line 1 description");
  return user;
}
