import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { errorMessage } from "../api/errors";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { PaymentInput } from "../api/generated/PaymentInput";
import { toast } from "../ui/toast";
import { settle } from "./mutations";
import { documentKeys } from "./queries";
import type { StoredDocument } from "./types";
import { documentWrites } from "./writes";

/** As `settle`, and of a deposit the other document that it stands on. */
function settleBoth(client: QueryClient, kind: DocumentKind, stored: StoredDocument): void {
  settle(client, kind, stored);
  const { sourceQuoteId, convertedInvoiceId } = stored;
  const others: [DocumentKind, string | null | undefined][] = [
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

function usePaymentDeed<Variables>(
  kind: DocumentKind,
  deed: (variables: Variables) => Promise<StoredDocument>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (stored) => settleBoth(client, kind, stored),
  });
}

/** What the business recorded counts at once; its customer learns of it by a receipt, where one is wanted. */
export function useRecordPayment(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  const receipt = useEmailReceipt(kind, id);
  return useMutation({
    mutationFn: (payment: PaymentInput) => documentWrites.recordPayment(kind, id, payment),
    onSuccess: (stored) => {
      settleBoth(client, kind, stored);
      const made = stored.payments.toSorted((one, other) => other.createdAt - one.createdAt)[0];
      const to = made?.receiptFor;
      toast({
        title: "Payment recorded",
        tone: "good",
        ...(made &&
          to && {
            description: `A receipt can go to ${to}.`,
            action: { label: "Email a receipt", onPress: () => receipt.mutate(made.id) },
            duration: 10_000,
          }),
      });
    },
  });
}

/** Mails a receipt, once, and says to whom. */
export function useEmailReceipt(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) => documentWrites.emailReceipt(kind, id, paymentId),
    onSuccess: (stored, paymentId) => {
      settleBoth(client, kind, stored);
      const to = stored.payments.find((payment) => payment.id === paymentId)?.receiptTo;
      toast({ title: "Receipt on its way", description: to ? `To ${to}.` : undefined, tone: "good" });
    },
    onError: failed,
  });
}

export const useRefundPayment = (kind: DocumentKind, id: string) =>
  usePaymentDeed(kind, ({ paymentId, amount }: { paymentId: string; amount: string }) =>
    documentWrites.refundPayment(kind, id, paymentId, { amount }),
  );

/** Notes how much of a payment of a cancelled job was given back by hand, in all. */
export const useGiveBack = (id: string) =>
  usePaymentDeed("quote", ({ paymentId, amount }: { paymentId: string; amount: string }) =>
    documentWrites.giveBack(id, paymentId, { amount }),
  );

/** Confirming can be undone: it is done at once, and a toast takes it back. */
export function useConfirmPayment(kind: DocumentKind, id: string) {
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

export function useRejectPayment(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) => documentWrites.rejectPayment(kind, id, paymentId),
    onSuccess: (stored) => settleBoth(client, kind, stored),
    onError: failed,
  });
}

export const useRemovePayment = (kind: DocumentKind, id: string) =>
  usePaymentDeed(kind, ({ paymentId, reason }: { paymentId: string; reason: string }) =>
    documentWrites.removePayment(kind, id, paymentId, { reason }),
  );
