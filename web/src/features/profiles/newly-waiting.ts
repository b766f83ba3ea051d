import type { Profile } from "../../entities/profiles/profile";

/** What to know once other details of where a business is paid were saved; undefined where they were not changed. */
export function describeNewlyWaiting(before: Profile | undefined, saved: Profile): string | undefined {
  const known = before?.waiting ?? [];
  const newDetails = (saved.waiting ?? []).filter(
    (one) => !known.some(({ way, from }) => way === one.way && from === one.from),
  );
  const [first] = newDetails;
  if (!first) return undefined;
  const methodNames = newDetails.map(({ way }) => (way === "bank" ? "bank" : "PayPal")).join(" and ");
  const documentsText = first.isFirst ? "Invoices you’ve already sent" : "Open invoices";
  return `${documentsText} show the new ${methodNames} details from ${first.from}.`;
}
