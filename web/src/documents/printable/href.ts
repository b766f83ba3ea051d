import { buildPhoneLink } from "../../ui/phone-links";

/** Where a way to reach a business leads: its e-mail, its website or its phone, told apart by how it is written. */
export function toContactHref(text: string): string | null {
  const contact = text.trim();
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
  if (/^\+?[\d\s().-]{5,}$/.test(contact)) return buildPhoneLink(contact);
  const url = URL.parse(/^https?:\/\//i.test(contact) ? contact : `https://${contact}`);
  // A name without a dot, or with a scheme of its own, is no website.
  return url && /^https?:$/.test(url.protocol) && !url.username && /\.\w/.test(url.hostname)
    ? url.href
    : null;
}
