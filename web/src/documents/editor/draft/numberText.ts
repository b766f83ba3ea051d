/**
 * What a figure's field holds, made ready for the rules: a number typed half-way (`12.`, `.5`, `-`) is completed.
 * Anything else stays as it is, so that `validate` can name the field: its field has read it by then, and what core did
 * not understand must not be made a number here.
 */
export function toNumberText(typed: string): string {
  const bare = typed.trim();
  if (bare === "" || bare === "-" || bare === "." || bare === "-.") return "";
  const whole = bare.replace(/\.$/, "");
  return whole.replace(/^(-?)\./, "$10.");
}

/** A decimal as a person would write it: `"20.00"` → `"20"`, `"2.50"` → `"2.5"`. */
export function toPlainDecimal(value: string): string {
  return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value;
}

/** An amount for an input: with its pence; more decimals are kept. */
export function toAmountText(value: string): string {
  const plain = toPlainDecimal(value);
  if (/^-?\d+$/.test(plain)) return `${plain}.00`;
  return /\.\d$/.test(plain) ? `${plain}0` : plain;
}
