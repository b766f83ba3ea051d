import type { ReverseChargeDecision } from "../../../api/generated/ReverseChargeDecision";
import type { ReverseChargeQuestion } from "../../../api/generated/ReverseChargeQuestion";
import type { VatAnswers } from "../../../api/generated/VatAnswers";
import { type Contact, type ContactInput, contactInput } from "../../../entities/contacts/contact";
import { STANDARD, ZERO } from "../../../rules/rates";
import type { Draft, LineDraft } from "../draft/draft";
import type { Action } from "../draft/reducer";

/** What nobody answered yet. */
export const OPEN: VatAnswers = {
  reliefs: [],
  inCis: null,
  customerRegistered: null,
  staff: null,
  endUserNotice: null,
};

type Asked = Exclude<keyof VatAnswers, "reliefs" | "notConstruction">;

/** The answer that a question asks for; none for the one that the document's rates answer. */
export const ANSWERS: Record<ReverseChargeQuestion, Asked | null> = {
  inCis: "inCis",
  bothRegistered: "customerRegistered",
  notZeroRated: null,
  notStaff: "staff",
  noEndUserNotice: "endUserNotice",
};

/** What the job or its customer answers already: the job first. */
export function known(draft: Draft, contact: Contact | null): VatAnswers {
  const own = draft.vatAnswers ?? OPEN;
  const isRegistered = contact && (contact.vat_registered || (contact.vat_number ? "yes" : ""));
  return {
    ...own,
    inCis: own.inCis ?? (contact?.cis_contractor || draft.cisRate !== null ? true : null),
    customerRegistered: own.customerRegistered ?? (isRegistered ? isRegistered === "yes" : null),
    endUserNotice: own.endUserNotice ?? (contact?.end_user_notice ? true : null),
  };
}

const isZero = (rate: string) => rate.trim() !== "" && Number(rate) === 0;

/** The answers with a line said to be construction work, or not. Lines that are gone go with it. */
export function withConstruction(answers: VatAnswers, draft: Draft, id: string, is: boolean): VatAnswers {
  const others = (answers.notConstruction ?? []).filter(
    (other) => other !== id && draft.items.some((line) => line.id === other),
  );
  const { notConstruction: _, ...rest } = answers;
  const now = is ? others : [...others, id];
  return now.length > 0 ? { ...rest, notConstruction: now } : rest;
}

/** The questions to show: up to the one that decides. */
export function shown(
  order: readonly ReverseChargeQuestion[],
  { outcome, question }: ReverseChargeDecision,
): ReverseChargeQuestion[] {
  const last = outcome === "applies" || !question ? order.length : order.indexOf(question) + 1;
  return order.slice(0, last).filter((one) => ANSWERS[one] !== null);
}

/**
 * The document as it was decided: the whole supply stands to VAT in one way. Only what is zero-rated, exempt or outside
 * the scope stays as it is.
 */
export function decided(draft: Draft, answers: VatAnswers, applies: boolean): Action[] {
  const [from, to] = applies
    ? (["taxable", "reverseCharge"] as const)
    : (["reverseCharge", "taxable"] as const);
  const moves = (line: LineDraft) => line.vat?.treatment === from && !isZero(line.vat.rate);
  const lines: Action[] = draft.items.filter(moves).map((line) => ({
    type: "line",
    id: line.id,
    patch: { vat: line.vat && { ...line.vat, treatment: to } },
  }));
  const own = draft.vatTreatment === from && !(from === "taxable" && isZero(draft.tax));
  const rate = own && (draft.tax === "" || draft.tax === ZERO) ? { tax: STANDARD } : {};
  const patch = own ? { vatTreatment: to, ...rate } : {};
  return [{ type: "set", patch: { ...patch, vatAnswers: answers } }, ...lines];
}

/** The contact with what was answered of them; null where nothing is new. */
export function remembered(contact: Contact, answers: VatAnswers): ContactInput | null {
  const { inCis, customerRegistered } = answers;
  const vat_registered =
    customerRegistered === null || (customerRegistered && contact.vat_number !== "")
      ? contact.vat_registered
      : customerRegistered
        ? "yes"
        : "no";
  // A job outside the scheme says nothing of the customer's other jobs.
  const cis_contractor = contact.cis_contractor || inCis === true;
  const isNew = vat_registered !== contact.vat_registered || cis_contractor !== contact.cis_contractor;
  return isNew ? { ...contactInput(contact), vat_registered, cis_contractor } : null;
}
