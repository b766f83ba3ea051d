import { Building2, History, House, type LucideIcon, Menu, Package, UserPlus, Users } from "lucide-react";
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
  { to: "/activities", label: "Activities", icon: History },
  { to: "/settings/business-profiles", label: "Business profiles", icon: Building2 },
];

/** The phone's tab bar. */
export const tabPlaces: Place[] = [
  home,
  ...lists,
  contacts,
  {
    to: "/more",
    label: "More",
    icon: Menu,
    within: ["/notifications", "/items", "/activities", "/settings"],
  },
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

/** What a list's own 'New' makes, by the list's path. */
const newOfLists: Record<string, MenuItem> = {
  ...Object.fromEntries(newItems.slice(0, ALL_KINDS.length).map((item, at) => [ALL_KINDS[at]?.path, item])),
  "/contacts": { label: "New contact", to: "/add-contact" },
  "/items": { label: "New item", to: "/items/edit/new" },
  "/settings/business-profiles": { label: "New profile", to: "/settings/business-profiles/new" },
};

/** What 'New' makes on the page with this path; none where it is a choice. */
export function newHere(pathname: string): MenuItem | undefined {
  return newOfLists[pathname.replace(/\/$/, "")];
}
