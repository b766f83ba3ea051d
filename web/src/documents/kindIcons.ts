import { FileMinus, FileText, type LucideIcon, ReceiptPoundSterling } from "lucide-react";
import type { Kind } from "../api/generated/Kind";

/** The sign by which each kind is known on every screen. */
export const KIND_ICONS: Record<Kind, LucideIcon> = {
  quote: FileText,
  invoice: ReceiptPoundSterling,
  credit_note: FileMinus,
};
