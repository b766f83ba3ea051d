import { FileMinus, FileText, type LucideIcon, ReceiptPoundSterling } from "lucide-react";
import type { DocumentKind } from "../api/generated/DocumentKind";

/** The icon of each kind on every screen. */
export const KIND_ICONS: Record<DocumentKind, LucideIcon> = {
  quote: FileText,
  invoice: ReceiptPoundSterling,
  credit_note: FileMinus,
};
