import type { ReverseChargeDecision } from "../../../api/generated/ReverseChargeDecision";
import type { ReverseChargeQuestion } from "../../../api/generated/ReverseChargeQuestion";
import type { VatAnswers } from "../../../api/generated/VatAnswers";
import { type Contact, type ContactInput, toContactInput } from "../../../entities/contacts/contact";
import { STANDARD_VAT_RATE, ZERO_VAT_RATE } from "../../../rules/rates";
import type { DocumentDraft, LineDraft } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";

/** No answers yet. */
export const NO_ANSWERS: VatAnswers = {
  reliefs: [],
  inCis: null,
  customerRegistered: null,
  staff: null,
  endUserNotice: null,
};

type ReverseChargeAnswer = Exclude<keyof VatAnswers, "reliefs" | "notConstruction">;

/** The answer that each question sets; null for the question that the document's rates answer. */
export const ANSWER_FIELDS: Record<ReverseChargeQuestion, ReverseChargeAnswer | null> = {
  inCis: "inCis",
  bothRegistered: "customerRegistered",
  notZeroRated: null,
  notStaff: "staff",
  noEndUserNotice: "endUserNotice",
};

/** The answers known from the job or its customer; the job's take precedence. */
export function getKnownAnswers(draft: DocumentDraft, contact: Contact | null): VatAnswers {
  const ownAnswers = draft.vatAnswers ?? NO_ANSWERS;
  const isRegistered = contact && (contact.vat_registered || (contact.vat_number ? "yes" : ""));
  return {
    ...ownAnswers,
    inCis: ownAnswers.inCis ?? (contact?.cis_contractor || draft.cisRate !== null ? true : null),
    customerRegistered: ownAnswers.customerRegistered ?? (isRegistered ? isRegistered === "yes" : null),
    endUserNotice: ownAnswers.endUserNotice ?? (contact?.end_user_notice ? true : null),
  };
}

const isZeroRate = (rate: string) => rate.trim() !== "" && Number(rate) === 0;

/** Sets whether a line is construction work, and removes lines that no longer exist. */
export function setConstructionWork(
  answers: VatAnswers,
  draft: DocumentDraft,
  id: string,
  is: boolean,
): VatAnswers {
  const others = (answers.notConstruction ?? []).filter(
    (other) => other !== id && draft.items.some((line) => line.id === other),
  );
  const { notConstruction: _, ...rest } = answers;
  const now = is ? others : [...others, id];
  return now.length > 0 ? { ...rest, notConstruction: now } : rest;
}

/** The questions to display: up to the deciding one. */
export function getVisibleQuestions(
  order: readonly ReverseChargeQuestion[],
  { outcome, question }: ReverseChargeDecision,
): ReverseChargeQuestion[] {
  const last = outcome === "applies" || !question ? order.length : order.indexOf(question) + 1;
  return order.slice(0, last).filter((one) => ANSWER_FIELDS[one] !== null);
}

/**
 * Applies the decision: the whole supply gets one VAT treatment. Only zero-rated, exempt and
 * outside-the-scope lines don't change.
 */
export function createDecisionActions(
  draft: DocumentDraft,
  answers: VatAnswers,
  applies: boolean,
): DraftAction[] {
  const [from, to] = applies
    ? (["taxable", "reverseCharge"] as const)
    : (["reverseCharge", "taxable"] as const);
  const moves = (line: LineDraft) => line.vat?.treatment === from && !isZeroRate(line.vat.rate);
  const lines: DraftAction[] = draft.items.filter(moves).map((line) => ({
    type: "line",
    id: line.id,
    patch: { vat: line.vat && { ...line.vat, treatment: to } },
  }));
  const changesDocument = draft.vatTreatment === from && !(from === "taxable" && isZeroRate(draft.tax));
  const rate =
    changesDocument && (draft.tax === "" || draft.tax === ZERO_VAT_RATE) ? { tax: STANDARD_VAT_RATE } : {};
  const patch = changesDocument ? { vatTreatment: to, ...rate } : {};
  return [{ type: "set", patch: { ...patch, vatAnswers: answers } }, ...lines];
}

/** The contact with the answers about them; null if nothing is new. */
export function getChangedContact(contact: Contact, answers: VatAnswers): ContactInput | null {
  const { inCis, customerRegistered } = answers;
  const vat_registered =
    customerRegistered === null || (customerRegistered && contact.vat_number !== "")
      ? contact.vat_registered
      : customerRegistered
        ? "yes"
        : "no";
  // A job outside the scheme says nothing about the customer's other jobs.
  const cis_contractor = contact.cis_contractor || inCis === true;
  const isNew = vat_registered !== contact.vat_registered || cis_contractor !== contact.cis_contractor;
  return isNew ? { ...toContactInput(contact), vat_registered, cis_contractor } : null;
}
