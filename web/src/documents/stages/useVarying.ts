import { useNavigate } from "react-router";
import { newId } from "../../api/ids";
import type { Draft } from "../editor/draft/draft";
import { type BeginState, begin } from "../editor/fresh";
import type { StoredDocument } from "../types";

/**
 * Begins a variation of an accepted quote's job: for its customer, from its business, and with VAT and CIS as the
 * quote has them. Like any other document it is on the server once something was typed, with signal or without.
 */
export function useVarying(quote: StoredDocument, agreed: string | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    const id = newId();
    begin(id);
    const state: BeginState = {
      begun: true,
      contactId: quote.contactId,
      templateId: null,
      begins: beginsWith(quote, agreed),
    };
    void navigate(`/quotes/edit/${id}`, { state });
  };
}

export function beginsWith(quote: StoredDocument, agreed: string | undefined): Partial<Draft> {
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
