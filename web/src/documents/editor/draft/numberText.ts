/**
 * What a person types into a number field, made ready for the rules: `£`, thousands commas and
 * spaces go, and a number typed half-way (`12.`, `.5`, `-`) is completed. Anything else stays as it
 * is, so that `validate` can name the field. No value is computed here.
 */
export function numberText(typed: string): string {
  const bare = typed
    .replace(/[£,\s]/g, "")
    .replace(/^[−–]/, "-")
    .replace(/%$/, "");
  if (bare === "" || bare === "-" || bare === "." || bare === "-.") return "";
  const whole = bare.replace(/\.$/, "");
  return whole.replace(/^(-?)\./, "$10.");
}

/** A decimal as a person would write it: `"20.00"` → `"20"`, `"2.50"` → `"2.5"`. */
export function plainDecimal(value: string): string {
  return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value;
}

/** An amount for an input: with its pence; more decimals are kept. */
export function amountText(value: string): string {
  const plain = plainDecimal(value);
  if (/^-?\d+$/.test(plain)) return `${plain}.00`;
  return /\.\d$/.test(plain) ? `${plain}0` : plain;
}
