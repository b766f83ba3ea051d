import type { DocumentDraft } from "./draft";

/**
 * The document without what was answered of a customer it is no longer for: whether the reverse charge applies is
 * asked anew, and VAT is charged as usual until then. Why a rate is low is a matter of the work, and stays, and so does
 * where the job is agreed; whom another customer buys for is not known.
 */
export function clearCustomerAnswers(draft: DocumentDraft): DocumentDraft {
  const { vatAnswers, agreement } = draft;
  const answers = vatAnswers && {
    ...vatAnswers,
    inCis: null,
    customerRegistered: null,
    staff: null,
    endUserNotice: null,
  };
  return {
    ...draft,
    vatAnswers: answers,
    agreement: agreement && { ...agreement, customer: null },
    vatTreatment: draft.vatTreatment === "reverseCharge" ? "taxable" : draft.vatTreatment,
    items: draft.items.map((line) =>
      line.vat?.treatment === "reverseCharge"
        ? { ...line, vat: { ...line.vat, treatment: "taxable" } }
        : line,
    ),
  };
}
