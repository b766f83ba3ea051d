import type { Channel } from "../../api/generated/Channel";
import type { ShareTexts } from "../../api/generated/ShareTexts";

/** The conversation with the customer in WhatsApp; without a number the person chooses whom to send it to. */
export function buildWhatsappUrl({ phone, text }: Pick<ShareTexts, "phone" | "text">): string {
  return `https://wa.me/${phone ?? ""}?text=${encodeURIComponent(text)}`;
}

/** A text message to the customer. `?&body` is read by iPhones, which want `&`, and by the others, which want `?`. */
export function buildSmsUrl({ phone, text }: Pick<ShareTexts, "phone" | "text">): string {
  return `sms:${phone ? `+${phone}` : ""}?&body=${encodeURIComponent(text)}`;
}

/** Whether this browser has the device's share sheet. */
export const hasShareSheet = (): boolean => "share" in navigator;

/** Hands the link to the share sheet; false where it was not opened, as when the gesture is too long ago. */
export async function openShareSheet({ title, text, url }: ShareTexts): Promise<boolean> {
  try {
    // The text holds the link already: given both, many apps write it twice.
    await navigator.share(text.includes(url) ? { title, text } : { title, text, url });
    return true;
  } catch (error) {
    // Closed by the person: it was there, and nothing is to be said.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** What each way is called on its button. */
export const CHANNEL_LABELS: Record<Channel, string> = {
  whatsapp: "WhatsApp",
  sms: "Text message",
  qr: "QR code",
  share: "More apps",
  copy: "Copy link",
};

/** The ways that this device has, the most used first. */
export function listShareChannels(): Channel[] {
  return ["whatsapp", "sms", "qr", ...(hasShareSheet() ? (["share"] as const) : []), "copy"];
}
