/**
 * Pounds from the API ("1234.50") in whole pence, for comparing or drawing; 0 if the text isn't such an
 * amount. Adding amounts is core's task (`sumPounds`).
 */
export function parsePence(pounds: string): number {
  const found = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(pounds);
  if (found === null) return 0;
  const [, sign = "", whole = "0", fraction = ""] = found;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign ? -amount : amount;
}

/** Whole pence as the API's pounds: "1234.50". */
export function formatPence(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * An amount as its field displays it once left: '1200' as '1,200.00', with any third and fourth decimal. Text
 * that isn't an amount stays as typed.
 */
export function formatTypedAmount(typed: string): string {
  const [, sign = "", digits = "", decimals = ""] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(typed) ?? [];
  if (digits === "" && decimals === "") return typed;
  const whole = digits.replace(/^0+(?=\d)/, "") || "0";
  const parts = decimals.replace(/0+$/, "").padEnd(2, "0");
  const minus = /[1-9]/.test(whole + parts) ? sign : "";
  return `${minus}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${parts}`;
}

/** For numbers that aren't amounts. */
export const keepAsTyped = (typed: string): string => typed;
