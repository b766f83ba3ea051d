/**
 * Prepares a field's text for the rules: a half-typed number (`12.`, `.5`, `-`) is completed. Anything else
 * is unchanged, so that `validate` can name the field: core has already read the text, and what it didn't
 * understand must not become a number here.
 */
export function toNumberText(typed: string): string {
  const bare = typed.trim();
  if (bare === "" || bare === "-" || bare === "." || bare === "-.") return "";
  const whole = bare.replace(/\.$/, "");
  return whole.replace(/^(-?)\./, "$10.");
}

/** A decimal without trailing zeros: `"20.00"` → `"20"`, `"2.50"` → `"2.5"`. */
export function toPlainDecimal(value: string): string {
  return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value;
}

/** An amount for an input: with pence; further decimals are preserved. */
export function toAmountText(value: string): string {
  const plain = toPlainDecimal(value);
  if (/^-?\d+$/.test(plain)) return `${plain}.00`;
  return /\.\d$/.test(plain) ? `${plain}0` : plain;
}
