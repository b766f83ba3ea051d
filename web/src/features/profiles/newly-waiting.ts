import type { Profile } from "../../entities/profiles/profile";

/** What to know once other details of where a business is paid were saved; undefined where they were not changed. */
export function newlyWaiting(before: Profile | undefined, saved: Profile): string | undefined {
  const known = before?.waiting ?? [];
  const news = (saved.waiting ?? []).filter(
    (one) => !known.some(({ way, from }) => way === one.way && from === one.from),
  );
  const [first] = news;
  if (!first) return undefined;
  const what = news.map(({ way }) => (way === "bank" ? "bank" : "PayPal")).join(" and ");
  const where = first.isFirst ? "Invoices you’ve already sent" : "Open invoices";
  return `${where} show the new ${what} details from ${first.from}.`;
}
