/** Pounds in whole pence; null of a text that is no amount in pounds and pence, as one that a field could not read. */
export function readPence(pounds: string): number | null {
  const found = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(pounds);
  if (found === null) return null;
  const [, sign = "", whole = "0", fraction = ""] = found;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign ? -amount : amount;
}

/** Pounds of the API ("1234.50") in whole pence: what is added is never a fraction. What somebody typed is no such text. */
export function penceOf(pounds: string): number {
  return readPence(pounds) ?? 0;
}

/** The sum of amounts in pounds, in whole pence. */
export function addPence(amounts: readonly string[]): number {
  return amounts.reduce((sum, amount) => sum + penceOf(amount), 0);
}

/** Whole pence as pounds of the API: "1234.50". */
export function poundsOf(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
