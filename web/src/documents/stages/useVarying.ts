import { useNavigate } from "react-router";
import { newId } from "../../api/ids";
import type { DocumentDraft } from "../editor/draft/draft";
import { markAsNewDocument, type NewDocumentState } from "../editor/fresh";
import type { StoredDocument } from "../types";

/**
 * Begins a variation of an accepted quote's job: for its customer, from its business, and with VAT and CIS as the
 * quote has them. Like any other document it is on the server once something was typed, with signal or without.
 */
export function useStartVariation(quote: StoredDocument, agreed: string | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    const id = newId();
    markAsNewDocument(id);
    const state: NewDocumentState = {
      begun: true,
      contactId: quote.contactId,
      templateId: null,
      begins: buildVariationDraft(quote, agreed),
    };
    void navigate(`/quotes/edit/${id}`, { state });
  };
}

export function buildVariationDraft(
  quote: StoredDocument,
  agreed: string | undefined,
): Partial<DocumentDraft> {
  return {
    businessProfileId: quote.businessProfileId,
    contactId: quote.contactId,
    jobAddress: quote.jobAddress,
    orderNumber: quote.orderNumber,
    terms: quote.terms,
    template: quote.template,
    documentLabourUnitType: quote.documentLabourUnitType,
    labourUnitType: quote.documentLabourUnitType,
    vatTreatment: quote.vatTreatment,
    tax: quote.tax,
    pricesIncludeVat: quote.pricesIncludeVat ?? false,
    vatAnswers: quote.vatAnswers,
    // When the job is done says nothing of when this is.
    agreement: quote.agreement && { ...quote.agreement, workTime: null },
    // What is to be paid is asked for with the job.
    includeDeposit: false,
    cisRate: quote.cisRate === null || quote.cisRate === undefined ? null : String(quote.cisRate),
    varies: {
      id: quote.id,
      quoteNumber: quote.quoteNumber ?? "",
      agreed: agreed ?? quote.totals.totalAmount,
    },
  };
}
