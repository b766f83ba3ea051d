import {
  Building2,
  FileText,
  House,
  type LucideIcon,
  Menu,
  Package,
  ReceiptPoundSterling,
  UserPlus,
  Users,
} from "lucide-react";
import type { MenuItem } from "../../ui/DropdownMenu";

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other paths that belong under this place. */
  within?: string[];
}

const home: Place = { to: "/dashboard", label: "Home", icon: House };
const quotes: Place = { to: "/quotes", label: "Quotes", icon: FileText };
const invoices: Place = { to: "/invoices", label: "Invoices", icon: ReceiptPoundSterling };
const contacts: Place = { to: "/contacts", label: "Contacts", icon: Users };

/** The desktop rail: the work first, what it is made from below. */
export const railPlaces: Place[] = [
  home,
  quotes,
  invoices,
  contacts,
  { to: "/items", label: "Items", icon: Package },
  { to: "/settings/business-profiles", label: "Business profiles", icon: Building2 },
];

/** The phone's tab bar. */
export const tabPlaces: Place[] = [
  home,
  quotes,
  invoices,
  contacts,
  { to: "/more", label: "More", icon: Menu, within: ["/items", "/settings"] },
];

/** What 'New' makes. */
export const newItems: MenuItem[] = [
  { label: "New quote", icon: FileText, to: "/quotes/create" },
  { label: "New invoice", icon: ReceiptPoundSterling, to: "/invoices/create" },
  { label: "New contact", icon: UserPlus, to: "/add-contact" },
];
