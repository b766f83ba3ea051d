import { useState } from "react";
import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Line } from "../../../api/generated/Line";
import type { Section } from "../../../api/generated/Section";
import { type Rules, useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { ConflictChoice, type ConflictSide } from "../../../ui/ConflictChoice";
import { Dialog } from "../../../ui/Dialog";
import { getEndDateField, KINDS, WRITTEN_KINDS } from "../../kind";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, type DraftRequestBody, toRequestBody } from "../draft/draft";
import { getValueAt, parseConflictPath } from "./draftMerger";

/** The names for ids, as displayed on the screen. */
export interface ConflictNames {
  contacts: readonly { id: string; name: string }[];
  profiles: readonly { id: string; name: string }[];
}

/** A conflict of one field, with texts for display. */
export interface ConflictQuestion {
  path: string;
  /** The field's label: 'Line 2, price'. */
  field: string;
  /** The value before both changes; null if it isn't known any more. */
  stood: string | null;
  theirs: string;
  mine: string;
}

type FormatValue = (value: unknown, context: FormatContext) => string;

interface FormatContext {
  kind: DocumentKind;
  /** The draft's sections, which lines refer to by id. */
  sections?: readonly Section[];
  rules: Pick<Rules, "price" | "quantity" | "percent" | "dateLong" | "gbp">;
  names: ConflictNames;
}

const formatText: FormatValue = (value) =>
  value === null || value === undefined || value === "" ? "Nothing" : String(value);
const formatFilled =
  (format: (value: string, context: FormatContext) => string): FormatValue =>
  (value, context) =>
    value === null || value === undefined || value === "" ? "Nothing" : format(String(value), context);
const formatPrice = formatFilled((value, { rules }) => rules.price(value));
const formatQuantity = formatFilled((value, { rules }) => rules.quantity(value));
const formatPercent = formatFilled((value, { rules }) => rules.percent(value));
const formatDate = formatFilled((value, { rules }) => rules.dateLong(value));
const formatYesNo =
  (on: string, off: string): FormatValue =>
  (value) =>
    value ? on : off;
const formatOneOf =
  (labels: Readonly<Record<string, string>>, none = "Nothing"): FormatValue =>
  (value) =>
    value === null || value === undefined ? none : (labels[String(value)] ?? String(value));
const formatNamed =
  (list: keyof ConflictNames, fallback: string): FormatValue =>
  (value, { names }) =>
    value === null ? "Nobody" : (names[list].find(({ id }) => id === value)?.name ?? fallback);

const formatLabourUnit = formatOneOf({ hours: "Hours", days: "Days" }, "Same as the document");
const formatAmountType = formatOneOf({ percentage: "A percentage", other: "Pounds", fixed: "Pounds" });
/** The editor's labels for VAT treatments. */
export const TREATMENT_LABELS = {
  taxable: "Charged",
  reverseCharge: "Reverse charge",
  exempt: "Exempt",
  outsideScope: "No VAT",
} as const;

const formatTreatment = formatOneOf(TREATMENT_LABELS);
const formatLineVat: FormatValue = (value, { rules }) => {
  if (typeof value !== "object" || value === null) return "Same as the document";
  const { treatment: code, rate } = value as { treatment: keyof typeof TREATMENT_LABELS; rate: string };
  if (code === "exempt" || code === "outsideScope") return TREATMENT_LABELS[code];
  return code === "reverseCharge" ? `Reverse charge ${rules.percent(rate)}` : rules.percent(rate);
};
const formatNames: FormatValue = (value) =>
  Array.isArray(value) && value.length > 0
    ? value.map(({ name }: { name: string }) => name).join(", ")
    : "None";

const formatPhotoCount: FormatValue = (value) => {
  const count = Array.isArray(value) ? value.length : 0;
  return count === 0 ? "None" : count === 1 ? "1 photo" : `${count} photos`;
};

const formatSection: FormatValue = (value, { sections }) =>
  value === null ? "None" : (sections?.find(({ id }) => id === value)?.name ?? "Another section");

type LabelledFormat = [field: string, words: FormatValue];

/** The end dates of a quote and an invoice, each with its own label. */
type EndDateField = "expiryDate" | "dueDate";

/**
 * The editor's labels for the document's fields, in order. A new field of a document or line doesn't compile
 * until it has a label.
 */
const DOCUMENT_FIELD_FORMATS: Record<
  Exclude<keyof DraftRequestBody, "items" | "variation" | EndDateField>,
  LabelledFormat
> = {
  contactId: ["Customer", formatNamed("contacts", "Another customer")],
  businessProfileId: ["From", formatNamed("profiles", "Another business")],
  issueDate: ["Date", formatDate],
  supplyDate: ["Work done on", formatDate],
  jobDescription: ["Job description", formatText],
  jobAddress: ["Job address", formatText],
  orderNumber: ["Their order number", formatText],
  sections: ["Sections", formatNames],
  priceDisplay: [
    "What the customer sees",
    formatOneOf({ lines: "Line prices", sections: "Section prices", one: "One price" }, "Line prices"),
  ],
  photos: ["Photos", formatPhotoCount],
  choices: ["Choices", formatNames],
  chosenChoice: ["Choice", formatText],
  includeLabour: ["Labour", formatYesNo("On the document", "Not on the document")],
  labourHours: ["Labour, amount", formatQuantity],
  labourRate: ["Labour, rate", formatPrice],
  labourUnitType: ["Labour, unit", formatLabourUnit],
  documentLabourUnitType: ["Labour unit", formatLabourUnit],
  includeDiscount: ["Discount", formatYesNo("On the document", "Not on the document")],
  discount: ["Discount, amount", formatQuantity],
  discountType: ["Discount type", formatAmountType],
  discountReason: ["Discount, reason", formatText],
  includeDeposit: ["Deposit", formatYesNo("On the document", "Not on the document")],
  deposit: ["Deposit, amount", formatQuantity],
  depositType: ["Deposit type", formatAmountType],
  depositReason: ["Deposit, reason", formatText],
  cisRate: ["CIS deduction", formatOneOf({ "0": "0%", "20": "20%", "30": "30%" }, "None")],
  vatTreatment: ["VAT", formatTreatment],
  tax: ["VAT rate", formatPercent],
  pricesIncludeVat: ["Prices", formatYesNo("With VAT", "Without VAT")],
  vatAnswers: ["VAT questions", (value) => (value === null ? "Not answered" : "Answered")],
  agreement: ["How this job is agreed", (value) => (value === null ? "Not given" : "Given")],
  notes: ["Notes", formatText],
  terms: [
    "Terms & Conditions",
    (value, context) => (value === null ? "Same as your business profile" : formatText(value, context)),
  ],
  template: [
    "Look",
    (value, context) => (value === null ? "Same as your business profile" : formatText(value, context)),
  ],
};

const FIELD_FORMATS: Readonly<Record<string, LabelledFormat>> = {
  ...DOCUMENT_FIELD_FORMATS,
  ...Object.fromEntries(
    WRITTEN_KINDS.map((kindInfo) => [getEndDateField(kindInfo.kind), [kindInfo.endDateLabel, formatDate]]),
  ),
};

const LINE_FORMATS: Record<Exclude<keyof Line, "id">, LabelledFormat> = {
  name: ["description", formatText],
  description: ["details", formatText],
  quantity: ["quantity", formatQuantity],
  price: ["price", formatPrice],
  includeLabour: ["labour", formatYesNo("On the line", "Not on the line")],
  labourHours: ["labour, amount", formatQuantity],
  labourRate: ["labour, rate", formatPrice],
  labourUnitType: ["labour, unit", formatLabourUnit],
  vat: ["VAT", formatLineVat],
  optional: ["optional", formatYesNo("Optional", "Not optional")],
  selected: ["counted in the total", formatYesNo("Counted", "Not counted")],
  choice: ["choice", formatText],
  section: ["section", formatSection],
  costType: ["kind of cost", formatOneOf({ materials: "Materials", labour: "Labour" })],
  cost: ["cost", formatPrice],
};

const LINE_FIELD_FORMATS: Readonly<Record<string, LabelledFormat>> = LINE_FORMATS;

const LINE_REMOVED = "The line is removed";

/** A conflict as texts. Lines have the numbers that they have in `draft`. */
export function describeConflict(
  conflict: Conflict,
  draft: DocumentDraft,
  baseContext: FormatContext,
): ConflictQuestion {
  const context = { ...baseContext, sections: draft.sections };
  const { path } = conflict;
  const mine = getValueAt(toRequestBody(context.kind, draft), path);
  const target = parseConflictPath(path);
  if (target === null) {
    const [field, format] = FIELD_FORMATS[path] ?? [path, formatText];
    const formatSide = (value: unknown) => format(value, context);
    return {
      path,
      field,
      stood: formatBase(conflict.base, formatSide),
      theirs: formatSide(conflict.theirs),
      mine: formatSide(mine),
    };
  }
  const line = getConflictLineName(target.line, draft, conflict);
  if (target.field === null) {
    const formatSide = (value: unknown) => (value === null ? LINE_REMOVED : formatLine(value, context));
    return {
      path,
      field: line,
      stood: formatBase(conflict.base, formatSide),
      theirs: formatSide(conflict.theirs),
      mine: formatSide(mine),
    };
  }
  const [field, format] = LINE_FIELD_FORMATS[target.field] ?? [target.field, formatText];
  const formatSide = (value: unknown) => format(value, context);
  const isGone = conflict.theirs === null && mine !== null && isNeverNull(target.field);
  return {
    path,
    field: `${line}, ${field}`,
    stood: formatBase(conflict.base, formatSide),
    theirs: isGone ? LINE_REMOVED : formatSide(conflict.theirs),
    mine: formatSide(mine),
  };
}

/** Only these fields can be null on an existing line. */
function isNeverNull(field: string): boolean {
  return !["labourUnitType", "vat", "choice", "section", "cost"].includes(field);
}

function formatBase(base: unknown, format: (value: unknown) => string): string | null {
  return base === null || base === undefined ? null : format(base);
}

function getConflictLineName(id: string, draft: DocumentDraft, { theirs, base }: Conflict): string {
  const at = draft.items.findIndex((line) => line.id === id);
  if (at >= 0) return `Line ${at + 1}`;
  for (const version of [theirs, base]) {
    if (typeof version === "object" && version !== null && "name" in version && version.name)
      return `“${version.name}”`;
  }
  return "A line";
}

function formatLine(value: unknown, { rules }: FormatContext): string {
  if (typeof value !== "object" || value === null) return LINE_REMOVED;
  const line = value as { name: string; quantity: string; price: string };
  return `${line.name || "No description"}, ${rules.quantity(line.quantity)} × ${rules.price(line.price)}`;
}

/**
 * The same fields were changed here and elsewhere, and the user chooses for each. Nothing is saved until
 * then.
 */
export function ConflictDialog({
  kind,
  draft,
  stored,
  conflicts,
  names,
  open,
  onLater,
  onChosen,
}: {
  kind: DocumentKind;
  draft: DocumentDraft;
  /** The version on the server. */
  stored: StoredDocument;
  conflicts: readonly Conflict[];
  names: ConflictNames;
  open: boolean;
  /** Nothing is saved until the user returns to the conflict. */
  onLater: () => void;
  /** Receives the fields in which the version saved elsewhere stays. */
  onChosen: (keepTheirs: ReadonlySet<string>) => void;
}) {
  const rules = useRules();
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictSide>>>({});
  const questions = conflicts.map((conflict) => describeConflict(conflict, draft, { kind, rules, names }));
  const isDone = questions.every(({ path }) => chosen[path]);
  const savedElsewhere = `Saved elsewhere, ${LONDON_TIME.format(stored.updatedAt)}`;
  const save = () =>
    onChosen(new Set(questions.map(({ path }) => path).filter((path) => chosen[path] === "theirs")));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onLater()}
      title={`This ${KINDS[kind].name} was also changed elsewhere`}
      description={
        questions.length === 1
          ? "The same part was changed in another window or on another device. Choose which to keep."
          : "The same parts were changed in another window or on another device. Choose which to keep."
      }
      footer={
        <Button variant="primary" onClick={save} disabled={!isDone}>
          {isDone || questions.length === 1 ? "Save my choice" : "Choose one of each first"}
        </Button>
      }
    >
      <div className="grid gap-6">
        {questions.map((question) => (
          <ConflictChoice
            key={question.path}
            conflict={question}
            theirsHint={savedElsewhere}
            chosen={chosen[question.path] ?? null}
            onChoose={(side) => setChosen({ ...chosen, [question.path]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

const LONDON_TIME = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
