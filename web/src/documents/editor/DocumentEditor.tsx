import { Send } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Kind } from "../../api/generated/Kind";
import type { TotalRow } from "../../api/generated/TotalRow";
import type { Contact } from "../../entities/contacts/contact";
import type { Item } from "../../entities/items/item";
import type { Profile } from "../../entities/profiles/profile";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { TextArea } from "../../ui/TextField";
import { KINDS } from "../kind";
import { DocumentPaper } from "../paper/DocumentPaper";
import type { Customer, StoredDocument } from "../types";
import { type Draft, type LineDraft, writtenLines } from "./draft/draft";
import { withoutField } from "./draft/errors";
import { EditorHeader } from "./EditorHeader";
import { LinesSection } from "./lines/LinesSection";
import { PartiesSection } from "./parties/PartiesSection";
import { ConflictBar } from "./saving/ConflictBar";
import { SaveStatus } from "./saving/SaveStatus";
import { SaveTrouble } from "./saving/SaveTrouble";
import type { DraftEditor } from "./saving/useDraftEditor";
import { Extras } from "./totals/Extras";
import { MakeIt } from "./totals/MakeIt";
import { TotalAnnounced } from "./totals/TotalAnnounced";
import { TotalsButton, TotalsTable } from "./totals/TotalsPanel";
import type { Reckoning } from "./totals/useReckoning";
import { VatFields } from "./totals/VatFields";

interface Props {
  kind: Kind;
  editor: DraftEditor;
  reckoning: Reckoning;
  /** What the server last said of it; null before it exists there. */
  stored: StoredDocument | null;
  contacts: Contact[];
  profiles: readonly Profile[];
  items: Item[];
  /** What the terms are while the document has none of its own. */
  profileTerms: string;
  onNewContact: (name: string) => void;
  /** Sends a draft; puts the changes of an issued document before its customer. */
  onSend: () => void;
  sendLabel: string;
  /** Opens the choice between two versions again. */
  onConflict: () => void;
  saveToLibrary: (line: LineDraft) => void;
  contact: Customer | null;
}

/** A quote or an invoice, edited as it reads. */
export function DocumentEditor(props: Props) {
  const { kind, editor, stored, contacts, items, onSend } = props;
  const { draft, act } = editor;
  const { totals, errors, shown } = props.reckoning;
  const words = KINDS[kind];
  const { gbpOfPence } = useRules();
  const [previewing, setPreviewing] = useState(false);
  const set = (patch: Partial<Omit<Draft, "items">>) => act({ type: "set", patch });
  const rows = shown?.totals ?? null;
  const amounts = new Map(
    totals ? writtenLines(draft).map(({ id }, at) => [id, gbpOfPence(totals.lineTotal(at))]) : [],
  );
  const total = totals ? gbpOfPence(totals.of("totalAmount")) : "—";
  const number = stored?.[words.numberField] ?? null;
  const title = number ? `${words.Name} ${number}` : `${stored ? "Draft" : "New"} ${words.name}`;
  const warnings = withoutField(draft, errors);
  const asked = editor.save.kind === "conflict";

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the fields within
    <div
      onKeyDown={onKeyDown}
      className={cx("flex min-h-dvh flex-col", asked ? "[--below-header:8.75rem]" : "[--below-header:5rem]")}
    >
      <title>{`${title} · Plumbline`}</title>
      <EditorHeader
        words={words}
        title={title}
        status={number && stored ? stored.displayStatus : null}
        saveStatus={<SaveStatus state={editor.save} />}
        previewing={previewing}
        onPreview={() => setPreviewing(!previewing)}
        onSend={onSend}
        sendLabel={props.sendLabel}
        back={number && stored ? `${words.path}/${stored.id}` : words.path}
        question={asked && <ConflictBar onChoose={props.onConflict} />}
      />
      <div
        className={cx(
          "mx-auto grid w-full max-w-[90rem] flex-1 grid-cols-[minmax(0,1fr)] items-start gap-6 px-3 py-4 md:px-6 md:py-6",
          previewing ? "lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]" : "lg:grid-cols-[minmax(0,1fr)_17rem]",
        )}
      >
        <div
          className={cx("@container rounded-lg border border-line bg-paper", previewing && "hidden lg:block")}
        >
          <SaveTrouble save={editor.save} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-7 p-4 @xl:p-6">
            <PartiesSection
              words={words}
              draft={draft}
              set={set}
              errors={errors}
              contacts={contacts}
              chosen={props.contact}
              profiles={props.profiles}
              onNewContact={props.onNewContact}
            />
            <TextArea
              label="Job description"
              optional
              placeholder="What the job is, in a sentence or two"
              rows={3}
              value={draft.jobDescription}
              onChange={(event) => set({ jobDescription: event.target.value })}
              error={errors.get("jobDescription")}
            />
            <LinesSection
              lines={draft.items}
              current={editor.current}
              act={act}
              errors={errors}
              amounts={amounts}
              items={items}
              canBeOptional={words.isDecided}
              hasCis={draft.cisRate !== null}
              choices={draft.choices}
              saveToLibrary={props.saveToLibrary}
            />
            <Extras
              draft={draft}
              totals={totals}
              errors={errors}
              set={set}
              act={act}
              canOfferChoices={words.isDecided}
            />
            <VatFields
              treatment={draft.vatTreatment}
              onTreatment={(vatTreatment) => set({ vatTreatment })}
              rate={draft.tax}
              onRate={(tax) => set({ tax })}
              error={errors.get("tax")}
            />
            <TextArea
              label="Notes"
              optional
              rows={2}
              placeholder="Anything the customer should know"
              value={draft.notes}
              onChange={(event) => set({ notes: event.target.value })}
              error={errors.get("notes")}
            />
            <TextArea
              label="Terms & Conditions"
              optional
              rows={3}
              help="One line per paragraph. They start as your business profile’s."
              value={draft.terms ?? props.profileTerms}
              onChange={(event) =>
                set({ terms: event.target.value === props.profileTerms ? null : event.target.value })
              }
              error={errors.get("terms")}
            />
          </div>
        </div>
        {previewing ? (
          <aside
            aria-label="Preview"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on its own, so keys must reach it
            tabIndex={0}
            className="overflow-hidden rounded-lg border border-line lg:sticky lg:top-(--below-header) lg:max-h-[calc(100dvh-var(--below-header)-1rem)] lg:overflow-y-auto"
          >
            {shown ? (
              <DocumentPaper document={shown} />
            ) : (
              <p className="p-6 text-quiet">The preview appears again once the marked fields are mended.</p>
            )}
          </aside>
        ) : (
          <TotalsAside rows={rows} warnings={warnings}>
            <MakeIt kind={kind} draft={draft} set={set} />
          </TotalsAside>
        )}
      </div>
      <div className="sticky bottom-0 z-20 flex items-center gap-3 border-line border-t bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden">
        <TotalsButton total={total} rows={rows} warnings={warnings}>
          <MakeIt kind={kind} draft={draft} set={set} />
        </TotalsButton>
        <Button
          variant="accent"
          onClick={onSend}
          icon={<Send aria-hidden size={18} strokeWidth={1.75} />}
          className="md:hidden"
        >
          {props.sendLabel}
        </Button>
      </div>
      <TotalAnnounced total={total} />
    </div>
  );
}

function TotalsAside({
  rows,
  warnings,
  children,
}: {
  rows: TotalRow[] | null;
  warnings: string[];
  children: ReactNode;
}) {
  return (
    <aside
      aria-label="Totals"
      className="hidden rounded-lg border border-line bg-paper p-5 lg:sticky lg:top-(--below-header) lg:block"
    >
      <h2 className="mb-3 font-semibold text-base">Totals</h2>
      <TotalsTable rows={rows} warnings={warnings} />
      {children}
    </aside>
  );
}
