/** How money can reach a business. A card counts by itself when it was paid on the customer's page. */
export const METHODS = [
  { value: "bank_transfer", label: "Bank transfer" },
  { value: "cash", label: "Cash" },
  { value: "cheque", label: "Cheque" },
  { value: "stripe", label: "Card" },
  { value: "paypal", label: "PayPal" },
];

const NAMES = new Map(METHODS.map((method) => [method.value, method.label]));

/** A method as a person calls it. */
export function methodName(method: string): string {
  return NAMES.get(method) ?? method;
}
