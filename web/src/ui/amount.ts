/**
 * An amount as it stands in its field once that is left: '1200' as '1,200.00', a third and fourth decimal kept. What
 * is no amount stays as it was typed.
 */
export function formatTypedAmount(typed: string): string {
  const [, sign = "", digits = "", decimals = ""] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(typed) ?? [];
  if (digits === "" && decimals === "") return typed;
  const whole = digits.replace(/^0+(?=\d)/, "") || "0";
  const parts = decimals.replace(/0+$/, "").padEnd(2, "0");
  const minus = /[1-9]/.test(whole + parts) ? sign : "";
  return `${minus}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${parts}`;
}

/** For a figure that is no amount. */
export const keepAsTyped = (typed: string): string => typed;
