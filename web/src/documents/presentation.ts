import type { Tone } from "../ui/Badge";
import type { Kind } from "./types";

/** A document as text, as core's `present` says it: everything that a rendering needs. */
export interface Presentation {
  kind: Kind;
  title: string;
  heading: string;
  number: string;
  template: string;
  logoUrl: string | null;
  businessName: string;
  badge: { label: string; tone: Tone };
  banners: { tone: Tone; text: string }[];
  summary: { label: string; amount: string; date: string };
  actions: { accept: boolean; decline: boolean; pay: Pay | null };
  from: Block;
  to: Block;
  details: { title: string; rows: DetailRow[] };
  jobDescription: string[];
  columns: string[];
  lines: LineRow[];
  totals: TotalRow[];
  notes: string[];
  terms: string[];
  payments: PaymentRow[];
  footer: string[];
  help: { phone: string | null; email: string | null; subject: string } | null;
}
export interface Pay {
  title: string;
  amount: string;
  value: string;
  options: { method: string; label: string }[];
  bank: DetailRow[];
}
export interface Block {
  label: string;
  lines: { part: string; text: string }[];
}
export interface DetailRow {
  label: string;
  value: string;
}
export interface LineRow {
  id: string;
  name: string;
  description: string[];
  labour: string | null;
  vat: string | null;
  quantity: string;
  rate: string;
  amount: string;
  counted: boolean;
}
export interface TotalRow {
  kind: string;
  label: string;
  note: string | null;
  amount: string;
}
export interface PaymentRow {
  id: string;
  date: string;
  method: string;
  amount: string;
  badge: { label: string; tone: Tone };
}
