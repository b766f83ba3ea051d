import { Building2, House, type LucideIcon, Menu, Package, UserPlus, Users } from "lucide-react";
import { ALL_KINDS } from "../../documents/kind";
import { KIND_ICONS } from "../../documents/kindIcons";
import type { MenuItem } from "../../ui/DropdownMenu";

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other paths that belong under this place. */
  within?: string[];
}

const home: Place = { to: "/dashboard", label: "Home", icon: House };
const lists: Place[] = ALL_KINDS.map(({ kind, path, Plural }) => ({
  to: path,
  label: Plural,
  icon: KIND_ICONS[kind],
}));
const contacts: Place = { to: "/contacts", label: "Contacts", icon: Users };

/** The desktop rail: the work first, what it is made from below. */
export const railPlaces: Place[] = [
  home,
  ...lists,
  contacts,
  { to: "/items", label: "Items", icon: Package },
  { to: "/settings/business-profiles", label: "Business profiles", icon: Building2 },
];

/** The phone's tab bar. */
export const tabPlaces: Place[] = [
  home,
  ...lists,
  contacts,
  { to: "/more", label: "More", icon: Menu, within: ["/items", "/settings"] },
];

/** What 'New' makes. */
export const newItems: MenuItem[] = [
  ...ALL_KINDS.map(({ kind, path, name }) => ({
    label: `New ${name}`,
    icon: KIND_ICONS[kind],
    to: `${path}/create`,
  })),
  { label: "New contact", icon: UserPlus, to: "/add-contact" },
];
