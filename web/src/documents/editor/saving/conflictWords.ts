import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Line } from "../../../api/generated/Line";
import type { Section } from "../../../api/generated/Section";
import type { Rules } from "../../../rules/rules";
import { endFieldOf, WRITTEN_KINDS } from "../../kind";
import { type Draft, toWire, type WireBody } from "../draft/draft";
import { placeOf, valueAt } from "./merging";

/** Whom ids stand for, as the screen names them. */
export interface Names {
  contacts: readonly { id: string; name: string }[];
  profiles: readonly { id: string; name: string }[];
}

/** A question about one field, in words. */
export interface Asked {
  path: string;
  /** 'Line 2, price'. */
  field: string;
  /** What stood before both changed it; null where nobody knows any more. */
  stood: string | null;
  theirs: string;
  mine: string;
}

type Words = (value: unknown, context: Context) => string;

interface Context {
  kind: DocumentKind;
  /** The sections of the draft, which lines name by their ids. */
  sections?: readonly Section[];
  rules: Pick<Rules, "price" | "quantity" | "percent" | "dateLong" | "gbp">;
  names: Names;
}

const text: Words = (value) =>
  value === null || value === undefined || value === "" ? "Nothing" : String(value);
const filled =
  (words: (value: string, context: Context) => string): Words =>
  (value, context) =>
    value === null || value === undefined || value === "" ? "Nothing" : words(String(value), context);
const price = filled((value, { rules }) => rules.price(value));
const quantity = filled((value, { rules }) => rules.quantity(value));
const percent = filled((value, { rules }) => rules.percent(value));
const date = filled((value, { rules }) => rules.dateLong(value));
const yes =
  (on: string, off: string): Words =>
  (value) =>
    value ? on : off;
const oneOf =
  (words: Readonly<Record<string, string>>, none = "Nothing"): Words =>
  (value) =>
    value === null || value === undefined ? none : (words[String(value)] ?? String(value));
const named =
  (list: keyof Names, gone: string): Words =>
  (value, { names }) =>
    value === null ? "Nobody" : (names[list].find(({ id }) => id === value)?.name ?? gone);

const UNITS = oneOf({ hours: "Hours", days: "Days" }, "Same as the document");
const PERCENT_OR_POUNDS = oneOf({ percentage: "A percentage", other: "Pounds", fixed: "Pounds" });
/** How a line or a document stands to VAT, in the words of the editor. */
export const TREATMENTS = {
  taxable: "Charged",
  reverseCharge: "Reverse charge",
  exempt: "Exempt",
  outsideScope: "No VAT",
} as const;

const treatment = oneOf(TREATMENTS);
const lineVat: Words = (value, { rules }) => {
  if (typeof value !== "object" || value === null) return "Same as the document";
  const { treatment: word, rate } = value as { treatment: keyof typeof TREATMENTS; rate: string };
  if (word === "exempt" || word === "outsideScope") return TREATMENTS[word];
  return word === "reverseCharge" ? `Reverse charge ${rules.percent(rate)}` : rules.percent(rate);
};
const namesOf: Words = (value) =>
  Array.isArray(value) && value.length > 0
    ? value.map(({ name }: { name: string }) => name).join(", ")
    : "None";

const howMany: Words = (value) => {
  const count = Array.isArray(value) ? value.length : 0;
  return count === 0 ? "None" : count === 1 ? "1 photo" : `${count} photos`;
};

const sectionName: Words = (value, { sections }) =>
  value === null ? "None" : (sections?.find(({ id }) => id === value)?.name ?? "Another section");

type InWords = [field: string, words: Words];

/** The dates that end a quote and an invoice, each in the words of its kind. */
type EndField = "expiryDate" | "dueDate";

/**
 * The fields of the document in the words of the editor, in its order. A field that is added to a document or a line does
 * not compile until it has words.
 */
const OWN: Record<Exclude<keyof WireBody, "items" | "variation" | EndField>, InWords> = {
  contactId: ["Customer", named("contacts", "Another customer")],
  businessProfileId: ["From", named("profiles", "Another business")],
  issueDate: ["Date", date],
  supplyDate: ["Work done on", date],
  jobDescription: ["Job description", text],
  jobAddress: ["Job address", text],
  orderNumber: ["Their order number", text],
  sections: ["Sections", namesOf],
  priceDisplay: [
    "What the customer sees",
    oneOf({ lines: "Line prices", sections: "Section prices", one: "One price" }, "Line prices"),
  ],
  photos: ["Photos", howMany],
  choices: ["Choices", namesOf],
  chosenChoice: ["Choice", text],
  includeLabour: ["Labour", yes("On the document", "Not on the document")],
  labourHours: ["Labour, amount", quantity],
  labourRate: ["Labour, rate", price],
  labourUnitType: ["Labour, unit", UNITS],
  documentLabourUnitType: ["Labour unit", UNITS],
  includeDiscount: ["Discount", yes("On the document", "Not on the document")],
  discount: ["Discount, amount", quantity],
  discountType: ["Discount type", PERCENT_OR_POUNDS],
  discountReason: ["Discount, reason", text],
  includeDeposit: ["Deposit", yes("On the document", "Not on the document")],
  deposit: ["Deposit, amount", quantity],
  depositType: ["Deposit type", PERCENT_OR_POUNDS],
  depositReason: ["Deposit, reason", text],
  cisRate: ["CIS deduction", oneOf({ "0": "0%", "20": "20%", "30": "30%" }, "None")],
  vatTreatment: ["VAT", treatment],
  tax: ["VAT rate", percent],
  pricesIncludeVat: ["Prices", yes("With VAT", "Without VAT")],
  vatAnswers: ["VAT questions", (value) => (value === null ? "Not answered" : "Answered")],
  agreement: ["How this job is agreed", (value) => (value === null ? "Not given" : "Given")],
  notes: ["Notes", text],
  terms: [
    "Terms & Conditions",
    (value, context) => (value === null ? "Same as your business profile" : text(value, context)),
  ],
  template: [
    "Look",
    (value, context) => (value === null ? "Same as your business profile" : text(value, context)),
  ],
};

const FIELDS: Readonly<Record<string, InWords>> = {
  ...OWN,
  ...Object.fromEntries(WRITTEN_KINDS.map((words) => [endFieldOf(words.kind), [words.endDateLabel, date]])),
};

const OF_LINE: Record<Exclude<keyof Line, "id">, InWords> = {
  name: ["description", text],
  description: ["details", text],
  quantity: ["quantity", quantity],
  price: ["price", price],
  includeLabour: ["labour", yes("On the line", "Not on the line")],
  labourHours: ["labour, amount", quantity],
  labourRate: ["labour, rate", price],
  labourUnitType: ["labour, unit", UNITS],
  vat: ["VAT", lineVat],
  optional: ["optional", yes("Optional", "Not optional")],
  selected: ["counted in the total", yes("Counted", "Not counted")],
  choice: ["choice", text],
  section: ["section", sectionName],
  costType: ["kind of cost", oneOf({ materials: "Materials", labour: "Labour" })],
  cost: ["cost", price],
};

const LINE_FIELDS: Readonly<Record<string, InWords>> = OF_LINE;

const GONE = "The line is removed";

/** What a conflict asks, in words. Lines have the numbers that they have in `draft`. */
export function asked(conflict: Conflict, draft: Draft, around: Context): Asked {
  const context = { ...around, sections: draft.sections };
  const { path } = conflict;
  const mine = valueAt(toWire(context.kind, draft), path);
  const place = placeOf(path);
  if (place === null) {
    const [field, words] = FIELDS[path] ?? [path, text];
    const say = (value: unknown) => words(value, context);
    return { path, field, stood: stood(conflict.base, say), theirs: say(conflict.theirs), mine: say(mine) };
  }
  const line = nameOf(place.line, draft, conflict);
  if (place.field === null) {
    const say = (value: unknown) => (value === null ? GONE : wholeLine(value, context));
    return {
      path,
      field: line,
      stood: stood(conflict.base, say),
      theirs: say(conflict.theirs),
      mine: say(mine),
    };
  }
  const [field, words] = LINE_FIELDS[place.field] ?? [place.field, text];
  const say = (value: unknown) => words(value, context);
  const isGone = conflict.theirs === null && mine !== null && isTakenOut(place.field);
  return {
    path,
    field: `${line}, ${field}`,
    stood: stood(conflict.base, say),
    theirs: isGone ? GONE : say(conflict.theirs),
    mine: say(mine),
  };
}

/** Only these may be nothing on a line that is there. */
function isTakenOut(field: string): boolean {
  return !["labourUnitType", "vat", "choice", "section", "cost"].includes(field);
}

function stood(base: unknown, say: (value: unknown) => string): string | null {
  return base === null || base === undefined ? null : say(base);
}

function nameOf(id: string, draft: Draft, { theirs, base }: Conflict): string {
  const at = draft.items.findIndex((line) => line.id === id);
  if (at >= 0) return `Line ${at + 1}`;
  for (const whole of [theirs, base]) {
    if (typeof whole === "object" && whole !== null && "name" in whole && whole.name)
      return `“${whole.name}”`;
  }
  return "A line";
}

function wholeLine(value: unknown, { rules }: Context): string {
  if (typeof value !== "object" || value === null) return GONE;
  const line = value as { name: string; quantity: string; price: string };
  return `${line.name || "No description"}, ${rules.quantity(line.quantity)} × ${rules.price(line.price)}`;
}
