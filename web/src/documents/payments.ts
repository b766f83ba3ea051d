import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { getErrorMessage } from "../api/errors";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { PaymentInput } from "../api/generated/PaymentInput";
import { toast } from "../ui/toast";
import { updateCachedDocument } from "./mutations";
import { documentKeys } from "./queries";
import type { StoredDocument } from "./types";
import { documentWrites } from "./writes";

/** Like `updateCachedDocument`, and also refreshes the other document that a deposit appears on. */
function updateCachedPaymentDocuments(client: QueryClient, kind: DocumentKind, stored: StoredDocument): void {
  updateCachedDocument(client, kind, stored);
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

const showErrorToast = (error: Error) => toast({ title: getErrorMessage(error), tone: "bad" });

function usePaymentMutation<Variables>(
  kind: DocumentKind,
  write: (variables: Variables) => Promise<StoredDocument>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (stored) => updateCachedPaymentDocuments(client, kind, stored),
  });
}

/**
 * Records a payment that the business received. It counts immediately; the customer is notified by a receipt,
 * if wanted.
 */
export function useRecordPayment(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  const receipt = useEmailReceipt(kind, id);
  return useMutation({
    mutationFn: (payment: PaymentInput) => documentWrites.recordPayment(kind, id, payment),
    onSuccess: (stored) => {
      updateCachedPaymentDocuments(client, kind, stored);
      const recordedPayment = stored.payments.toSorted((one, other) => other.createdAt - one.createdAt)[0];
      const to = recordedPayment?.receiptFor;
      toast({
        title: "Payment recorded",
        tone: "good",
        ...(recordedPayment &&
          to && {
            description: `A receipt can go to ${to}.`,
            action: { label: "Email a receipt", onPress: () => receipt.mutate(recordedPayment.id) },
            duration: 10_000,
          }),
      });
    },
  });
}

/** Emails a receipt once, and displays to whom. */
export function useEmailReceipt(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) => documentWrites.emailReceipt(kind, id, paymentId),
    onSuccess: (stored, paymentId) => {
      updateCachedPaymentDocuments(client, kind, stored);
      const to = stored.payments.find((payment) => payment.id === paymentId)?.receiptTo;
      toast({ title: "Receipt on its way", description: to ? `To ${to}.` : undefined, tone: "good" });
    },
    onError: showErrorToast,
  });
}

export const useRefundPayment = (kind: DocumentKind, id: string) =>
  usePaymentMutation(kind, ({ paymentId, amount }: { paymentId: string; amount: string }) =>
    documentWrites.refundPayment(kind, id, paymentId, { amount }),
  );

/** Records how much of a cancelled job's payment was refunded by hand in total. */
export const useRecordCancellationRefund = (id: string) =>
  usePaymentMutation("quote", ({ paymentId, amount }: { paymentId: string; amount: string }) =>
    documentWrites.recordCancellationRefund(id, paymentId, { amount }),
  );

/** Confirms a payment immediately; a toast can undo it. */
export function useConfirmPayment(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  const undo = useCallback(
    async (paymentId: string) => {
      try {
        updateCachedPaymentDocuments(
          client,
          kind,
          await documentWrites.unconfirmPayment(kind, id, paymentId),
        );
        toast({ title: "Payment not confirmed" });
      } catch (error) {
        showErrorToast(error as Error);
      }
    },
    [client, kind, id],
  );
  return useMutation({
    mutationFn: (paymentId: string) => documentWrites.confirmPayment(kind, id, paymentId),
    onSuccess: (stored, paymentId) => {
      updateCachedPaymentDocuments(client, kind, stored);
      toast({
        title: "Payment confirmed",
        tone: "good",
        action: { label: "Undo", onPress: () => void undo(paymentId) },
      });
    },
    onError: showErrorToast,
  });
}

export function useRejectPayment(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) => documentWrites.rejectPayment(kind, id, paymentId),
    onSuccess: (stored) => updateCachedPaymentDocuments(client, kind, stored),
    onError: showErrorToast,
  });
}

export const useRemovePayment = (kind: DocumentKind, id: string) =>
  usePaymentMutation(kind, ({ paymentId, reason }: { paymentId: string; reason: string }) =>
    documentWrites.removePayment(kind, id, paymentId, { reason }),
  );

/** The payment methods. Card payments on the customer's page are recorded automatically. */
export const PAYMENT_METHODS = [
  { value: "bank_transfer", label: "Bank transfer" },
  { value: "cash", label: "Cash" },
  { value: "cheque", label: "Cheque" },
  { value: "stripe", label: "Card" },
  { value: "paypal", label: "PayPal" },
];

const PAYMENT_METHOD_LABELS = new Map(PAYMENT_METHODS.map((method) => [method.value, method.label]));

/** The label of a payment method. */
export function getPaymentMethodLabel(method: string): string {
  return PAYMENT_METHOD_LABELS.get(method) ?? method;
}
