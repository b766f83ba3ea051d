/**
 * The tel: link for a phone number, however it is written. In '+44 (0)113' the 0 is for domestic callers
 * only: dialled with the +, it reaches nobody.
 */
export function buildPhoneLink(written: string): string {
  const isInternational = /^[^\d+]*\+/.test(written);
  const dialled = isInternational ? written.replace("(0)", "") : written;
  return `tel:${isInternational ? "+" : ""}${dialled.replace(/\D/g, "")}`;
}
