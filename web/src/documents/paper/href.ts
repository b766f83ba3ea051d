import { telAddress } from "../../ui/tel";

/** Where a way to reach a business leads: its e-mail, its website or its phone, told apart by how it is written. */
export function hrefOf(text: string): string | null {
  const way = text.trim();
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(way)) return `mailto:${way}`;
  if (/^\+?[\d\s().-]{5,}$/.test(way)) return telAddress(way);
  const url = URL.parse(/^https?:\/\//i.test(way) ? way : `https://${way}`);
  // A name without a dot, or with a scheme of its own, is no website.
  return url && /^https?:$/.test(url.protocol) && !url.username && /\.\w/.test(url.hostname)
    ? url.href
    : null;
}
