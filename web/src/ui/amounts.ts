/**
 * Pounds of the API ("1234.50") in whole pence, to be compared or drawn; nothing of a text that is no such amount. What is
 * added up is core's to add (`sumPounds`).
 */
export function parsePence(pounds: string): number {
  const found = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(pounds);
  if (found === null) return 0;
  const [, sign = "", whole = "0", fraction = ""] = found;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign ? -amount : amount;
}

/** Whole pence as pounds of the API: "1234.50". */
export function formatPence(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
