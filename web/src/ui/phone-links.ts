/**
 * The link that rings a number, however it is written. In '+44 (0)113' the 0 is for callers in the country itself: from
 * abroad, and with the +, nobody is reached with it.
 */
export function buildPhoneLink(written: string): string {
  const isInternational = /^[^\d+]*\+/.test(written);
  const dialled = isInternational ? written.replace("(0)", "") : written;
  return `tel:${isInternational ? "+" : ""}${dialled.replace(/\D/g, "")}`;
}
