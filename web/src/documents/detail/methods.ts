/** How money can reach a business outside of card payments. */
export const METHODS = [
  { value: "bank_transfer", label: "Bank transfer" },
  { value: "cash", label: "Cash" },
  { value: "paypal", label: "PayPal" },
];

const NAMES = new Map(
  [...METHODS, { value: "stripe", label: "Card" }].map((method) => [method.value, method.label]),
);

/** A method as a person calls it. */
export function methodName(method: string): string {
  return NAMES.get(method) ?? method;
}
