import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreditInput } from "../../../api/generated/CreditInput";
import type { PaymentInput } from "../../../api/generated/PaymentInput";
import { newId } from "../../../api/ids";
import { settle, settleInvoice } from "../../mutations";
import { documentKeys } from "../../queries";
import type { StoredDocument } from "../../types";
import { documentWrites } from "../../writes";

/** Puts a credit note into the cache, and has its invoice read again. */
function settleBoth(client: QueryClient, note: StoredDocument): void {
  settle(client, "credit_note", note);
  settleInvoice(client, note);
}

function useCreditDeed<Variables>(deed: (variables: Variables) => Promise<StoredDocument>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: deed, onSuccess: (note) => settleBoth(client, note) });
}

/** Makes a credit note of an invoice, as a draft. */
export const useCredit = (invoiceId: string) =>
  useCreditDeed((input: CreditInput) => documentWrites.credit(invoiceId, input));

/** Notes what was given back. */
export const useNoteRefund = (id: string) =>
  useCreditDeed((refund: PaymentInput) => documentWrites.noteRefund(id, refund));

export const useRemoveRefund = (id: string) =>
  useCreditDeed(({ refundId, reason }: { refundId: string; reason: string }) =>
    documentWrites.removeRefund(id, refundId, { reason }),
  );

/** Changes why it was made and what is said with it; its figures stay. */
export const useReword = (note: StoredDocument) => {
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
      settle(client, "credit_note", stored);
      void client.invalidateQueries({ queryKey: documentKeys.one("credit_note", stored.id) });
    },
  });
};
