// @vitest-environment window
// Each field of the editor displays, changes and marks only its own part of the document.
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { newId } from "../../api/requests";
import { loadRules, useRules } from "../../rules/rules";
import { renderAlone } from "../../testing/render-alone";
import { KINDS } from "../kind";
import { DocumentForm } from "./DocumentForm";
import { createEmptyDraft, createEmptyLine, type DocumentDraft } from "./draft/draft";
import { DraftHistory } from "./history/draftHistory";
import { useOpenLines } from "./lines/useOpenLines";
import { DraftMerger } from "./saving/draftMerger";
import { LocalDraftHolder, useDraftEditor } from "./saving/useDraftEditor";
import { useDraftCalculation } from "./totals/useDraftCalculation";

await loadRules();

/** All its texts are different. */
const DRAFT: DocumentDraft = {
  ...createEmptyDraft("2026-11-02", "2026-12-13", "a"),
  jobDescription: "New bathroom",
  notes: "Thank you",
  terms: "Pay in full",
  supplyDate: "2026-11-01",
  tax: "20",
  vatTreatment: "taxable",
  includeLabour: true,
  labourHours: "3",
  labourRate: "41.00",
  includeDiscount: true,
  discountType: "percentage",
  discount: "7",
  discountReason: "Neighbour",
  includeDeposit: true,
  depositType: "fixed",
  deposit: "55.00",
  depositReason: "For the tiles",
  items: [
    {
      ...createEmptyLine("a"),
      name: "Bath",
      description: "White",
      quantity: "2",
      price: "310.00",
      cost: "250.00",
      includeLabour: true,
      labourUnitType: "days",
      labourHours: "4",
      labourRate: "260.00",
    },
  ],
};

/** The fields by label: the path in the document, the displayed text, and the text to type. */
const FIELDS: Record<string, [place: string, shown: string, typed: string]> = {
  "Job description": ["jobDescription", "New bathroom", "New kitchen"],
  Date: ["issueDate", "2026-11-02", "2026-11-03"],
  "Due date": ["dueDate", "2026-12-13", "2026-12-14"],
  "Work done on": ["supplyDate", "2026-11-01", "2026-10-31"],
  "Line 1 description": ["a.name", "Bath", "Shower"],
  "Line 1 details": ["a.description", "White", "Grey"],
  "Line 1 quantity": ["a.quantity", "2", "3"],
  "Line 1 price": ["a.price", "310.00", "311"],
  "Line 1 cost": ["a.cost", "250.00", "251"],
  "Line 1 labour quantity": ["a.labourHours", "4", "5"],
  "Line 1 labour rate": ["a.labourRate", "260.00", "261"],
  "Labour > Hours": ["labourHours", "3", "6"],
  "Labour > Rate per hour": ["labourRate", "41.00", "42"],
  "Discount > Percentage": ["discount", "7", "8"],
  "Discount > Reason": ["discountReason", "Neighbour", "Friend"],
  "Deposit > Amount": ["deposit", "55.00", "56"],
  "Deposit > Reason": ["depositReason", "For the tiles", "For the bath"],
  Notes: ["notes", "Thank you", "Thanks"],
  "Terms & Conditions": ["terms", "Pay in full", "Pay in part"],
};

let current: () => DocumentDraft;

function Editor({ errors = new Map() }: { errors?: ReadonlyMap<string, string> }) {
  const rules = useRules();
  const [{ holder, history }] = useState(() => ({
    holder: new LocalDraftHolder(DRAFT),
    history: new DraftHistory(new DraftMerger(rules, "invoice", newId)),
  }));
  const editor = useDraftEditor(holder, history);
  current = editor.getDraft;
  const nothing = () => {};
  return (
    <DocumentForm
      kindInfo={KINDS.invoice}
      editor={editor}
      calculation={{ ...useDraftCalculation("invoice", editor, null), errors }}
      openLines={useOpenLines()}
      undoStep={nothing}
      contacts={[]}
      profiles={[]}
      ownName="Kev"
      items={[]}
      profileTerms=""
      onNewContact={nothing}
      saveToLibrary={nothing}
      contact={null}
    />
  );
}

/** The parts of the page whose fields have the same labels and are distinguished by the part. */
const EXTRAS = ["Labour", "Discount", "Deposit"];

/** The fields by their visible or accessible labels. */
function fields(): Map<string, HTMLInputElement> {
  const found = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map((field) => {
    const label = document.querySelector(`label[for="${field.id}"]`)?.textContent ?? "";
    const name = field.getAttribute("aria-label") ?? label.replace(/ \(optional\)$/, "");
    const part = field.closest("section[aria-label]")?.getAttribute("aria-label") ?? "";
    return [EXTRAS.includes(part) ? `${part} > ${name}` : name, field] as const;
  });
  return new Map(found);
}

function fieldOf(label: string): HTMLInputElement {
  const field = fields().get(label);
  if (!field) throw new Error(`No field is called ${label}, but ${[...fields().keys()].join(", ")}.`);
  return field;
}

const show = async (errors?: ReadonlyMap<string, string>) => {
  await renderAlone(<Editor errors={errors} />);
  await screen.findByLabelText("Line 1 description");
};

/** The document's texts by path. */
function textsOf(draft: DocumentDraft): Record<string, unknown> {
  const { items, endDate, ...fields } = draft;
  const lines = items.flatMap(({ id, ...line }) =>
    Object.entries(line).map(([name, value]) => [`${id}.${name}`, value]),
  );
  return { ...fields, dueDate: endDate, ...Object.fromEntries(lines) };
}

describe("the fields of the editor", () => {
  it("each show and change their own part of the document", async () => {
    await show();
    const labels = Object.keys(FIELDS);
    const shown = Object.fromEntries(labels.map((label) => [label, fieldOf(label).value]));
    expect(shown).toEqual(Object.fromEntries(labels.map((label) => [label, FIELDS[label]?.[1]])));
    for (const [label, [place, , typed]] of Object.entries(FIELDS)) {
      const before = textsOf(current());
      fireEvent.change(fieldOf(label), { target: { value: typed } });
      const after = textsOf(current());
      const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
      expect([label, changed, after[place]]).toEqual([label, [place], typed]);
    }
  });

  it("each show their own error", async () => {
    await show(new Map(Object.values(FIELDS).map(([place]) => [place, `Not like this: ${place}`])));
    for (const [label, [place]] of Object.entries(FIELDS)) {
      const field = fieldOf(label);
      const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
      const said = ids.map((id) => document.getElementById(id)?.textContent);
      expect([label, field.getAttribute("aria-invalid")]).toEqual([label, "true"]);
      expect([label, said]).toEqual([label, expect.arrayContaining([`Not like this: ${place}`])]);
    }
  });
});
