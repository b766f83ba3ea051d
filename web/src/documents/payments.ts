import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { errorMessage } from "../api/errors";
import type { Kind } from "../api/generated/Kind";
import type { PaymentInput } from "../api/generated/PaymentInput";
import { toast } from "../ui/toast";
import { settle } from "./mutations";
import { documentKeys } from "./queries";
import type { StoredDocument } from "./types";
import { documentWrites } from "./writes";

/** As `settle`, and of a deposit the other document that it stands on. */
function settleBoth(client: QueryClient, kind: Kind, stored: StoredDocument): void {
  settle(client, kind, stored);
  const { sourceQuoteId, convertedInvoiceId } = stored;
  const others: [Kind, string | null | undefined][] = [
    ["quote", sourceQuoteId],
    ["invoice", convertedInvoiceId],
  ];
  for (const [other, id] of others) {
    if (!id) continue;
    void client.invalidateQueries({ queryKey: documentKeys.one(other, id) });
    void client.invalidateQueries({ queryKey: documentKeys.lists(other) });
  }
}

const failed = (error: Error) => toast({ title: errorMessage(error), tone: "bad" });

function usePaymentDeed<Variables>(kind: Kind, deed: (variables: Variables) => Promise<StoredDocument>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (stored) => settleBoth(client, kind, stored),
  });
}

export const useRecordPayment = (kind: Kind, id: string) =>
  usePaymentDeed(kind, (payment: PaymentInput) => documentWrites.recordPayment(kind, id, payment));

/** Confirming can be undone: it is done at once, and a toast takes it back. */
export function useConfirmPayment(kind: Kind, id: string) {
  const client = useQueryClient();
  const undo = useCallback(
    async (paymentId: string) => {
      try {
        settleBoth(client, kind, await documentWrites.unconfirmPayment(kind, id, paymentId));
        toast({ title: "Payment not confirmed" });
      } catch (error) {
        failed(error as Error);
      }
    },
    [client, kind, id],
  );
  return useMutation({
    mutationFn: (paymentId: string) => documentWrites.confirmPayment(kind, id, paymentId),
    onSuccess: (stored, paymentId) => {
      settleBoth(client, kind, stored);
      toast({
        title: "Payment confirmed",
        tone: "good",
        action: { label: "Undo", onPress: () => void undo(paymentId) },
      });
    },
    onError: failed,
  });
}

export function useRejectPayment(kind: Kind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) => documentWrites.rejectPayment(kind, id, paymentId),
    onSuccess: (stored) => settleBoth(client, kind, stored),
    onError: failed,
  });
}

export const useRemovePayment = (kind: Kind, id: string) =>
  usePaymentDeed(kind, ({ paymentId, reason }: { paymentId: string; reason: string }) =>
    documentWrites.removePayment(kind, id, paymentId, { reason }),
  );
