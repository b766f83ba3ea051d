/** Pounds of the API ("1234.50") in whole pence: what is added is never a fraction. */
function pence(pounds: string): number {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(pounds) ?? [];
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign ? -amount : amount;
}

/** The sum of amounts in pounds, in whole pence. */
export function sumInPence(amounts: string[]): number {
  return amounts.reduce((sum, amount) => sum + pence(amount), 0);
}
