import type { Channel } from "../../api/generated/Channel";
import type { ShareTexts } from "../../api/generated/ShareTexts";

/** The link to the WhatsApp chat with the customer; without a phone number, the user chooses the chat. */
export function buildWhatsappUrl({ phone, text }: Pick<ShareTexts, "phone" | "text">): string {
  return `https://wa.me/${phone ?? ""}?text=${encodeURIComponent(text)}`;
}

/**
 * The link for a text message to the customer. `?&body` works on iPhones, which expect `&`, and on others,
 * which expect `?`.
 */
export function buildSmsUrl({ phone, text }: Pick<ShareTexts, "phone" | "text">): string {
  return `sms:${phone ? `+${phone}` : ""}?&body=${encodeURIComponent(text)}`;
}

/** Whether this browser has the device's share sheet. */
export const hasShareSheet = (): boolean => "share" in navigator;

/**
 * Opens the share sheet with the link; false if it couldn't be opened, for example because the user's gesture
 * was too long ago.
 */
export async function openShareSheet({ title, text, url }: ShareTexts): Promise<boolean> {
  try {
    // The text already contains the link: given both, many apps insert it twice.
    await navigator.share(text.includes(url) ? { title, text } : { title, text, url });
    return true;
  } catch (error) {
    // The user closed the sheet, which isn't an error.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** The labels of the channels' buttons. */
export const CHANNEL_LABELS: Record<Channel, string> = {
  whatsapp: "WhatsApp",
  sms: "Text message",
  qr: "QR code",
  share: "More apps",
  copy: "Copy link",
};

/** The channels available on this device, most used first. */
export function listShareChannels(): Channel[] {
  return ["whatsapp", "sms", "qr", ...(hasShareSheet() ? (["share"] as const) : []), "copy"];
}
