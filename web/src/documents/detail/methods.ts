/** How money can reach a business. A card counts by itself when it was paid on the customer's page. */
export const PAYMENT_METHODS = [
  { value: "bank_transfer", label: "Bank transfer" },
  { value: "cash", label: "Cash" },
  { value: "cheque", label: "Cheque" },
  { value: "stripe", label: "Card" },
  { value: "paypal", label: "PayPal" },
];

const PAYMENT_METHOD_LABELS = new Map(PAYMENT_METHODS.map((method) => [method.value, method.label]));

/** A method as a person calls it. */
export function getPaymentMethodLabel(method: string): string {
  return PAYMENT_METHOD_LABELS.get(method) ?? method;
}
