import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreditInput } from "../../../api/generated/CreditInput";
import type { PaymentInput } from "../../../api/generated/PaymentInput";
import { newId, post } from "../../../api/requests";
import { refreshCreditedInvoice, updateCachedDocument } from "../../mutations";
import { documentKeys } from "../../queries";
import type { StoredDocument } from "../../types";
import { documentWrites } from "../../writes";

/** Puts a credit note into the cache and refetches its invoice. */
function updateCachedCreditNote(client: QueryClient, note: StoredDocument): void {
  updateCachedDocument(client, "credit_note", note);
  refreshCreditedInvoice(client, note);
}

function useCreditNoteMutation<Variables>(write: (variables: Variables) => Promise<StoredDocument>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: (note) => updateCachedCreditNote(client, note) });
}

/** Creates a draft credit note for an invoice. */
export const useCreateCreditNote = (invoiceId: string) =>
  useCreditNoteMutation((input: CreditInput) => documentWrites.createCreditNote(invoiceId, input));

/** Records a refund. */
export const useRecordRefund = (id: string) =>
  useCreditNoteMutation((refund: PaymentInput) => documentWrites.recordRefund(id, refund));

export const useRemoveRefund = (id: string) =>
  useCreditNoteMutation(({ refundId, reason }: { refundId: string; reason: string }) =>
    documentWrites.removeRefund(id, refundId, { reason }),
  );

/** Changes the reason and notes of a credit note; its totals don't change. */
export const useUpdateCreditNoteTexts = (note: StoredDocument) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ reason, notes }: { reason: string; notes: string }) =>
      documentWrites.edit("credit_note", note.id, {
        baseVersion: note.version,
        operationId: newId(),
        operations: [
          { op: "set", field: "jobDescription", value: reason },
          { op: "set", field: "notes", value: notes },
        ],
      }),
    onSuccess: (stored) => {
      updateCachedDocument(client, "credit_note", stored);
      void client.invalidateQueries({ queryKey: documentKeys.one("credit_note", stored.id) });
    },
  });
};

/**
 * A preview of a credit note's totals. The query key is under the invoice's, so that both are refetched
 * together.
 */
export const creditPreviewQuery = (invoiceId: string, input: CreditInput) =>
  queryOptions({
    queryKey: [...documentKeys.one("invoice", invoiceId), "credit", input],
    queryFn: () =>
      post("/api/invoices/{id}/credit-notes/preview", { params: { id: invoiceId }, body: input }),
    retry: false,
    staleTime: 0,
  });
