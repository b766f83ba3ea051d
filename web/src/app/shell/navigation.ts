import {
  Archive,
  BadgePoundSterling,
  Bell,
  Building2,
  Car,
  ChartNoAxesColumn,
  CloudUpload,
  FilePlus2,
  FileUp,
  HandCoins,
  HardHat,
  History,
  House,
  Landmark,
  LayoutTemplate,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Menu,
  Package,
  PackagePlus,
  ReceiptPoundSterling,
  Repeat,
  Smartphone,
  UserCog,
  UserPlus,
  Users,
  Wallet,
} from "lucide-react";
import { ALL_KINDS, KINDS, WRITTEN_KINDS } from "../../documents/kind";
import { KIND_ICONS } from "../../documents/kindIcons";
import { STATUS_FILTERS } from "../../documents/list/filters";
import { PLAN_PATH } from "../../entities/plans/planTexts";
import type { SearchCommand } from "../../features/search/search-rows";
import type { MenuItem } from "../../ui/DropdownMenu";

export interface NavigationPlace {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other paths that belong to this place. */
  within?: string[];
}

/** Whether the page at this path is the place or belongs to it. */
export const isPlaceOpen = (
  { to, within = [] }: Pick<NavigationPlace, "to" | "within">,
  pathname: string,
): boolean => [to, ...within].some((path) => pathname === path || pathname.startsWith(`${path}/`));

const dashboardPlace: NavigationPlace = { to: "/dashboard", label: "Dashboard", icon: House };
const documentPlaces: NavigationPlace[] = WRITTEN_KINDS.map(({ kind, path, Plural }) => ({
  to: path,
  label: Plural,
  icon: KIND_ICONS[kind],
  // Credit notes are listed with the invoices.
  within: kind === "invoice" ? [KINDS.credit_note.path] : undefined,
}));
const recurringPlace: NavigationPlace = { to: "/recurring", label: "Recurring", icon: Repeat };
const contactsPlace: NavigationPlace = {
  to: "/contacts",
  label: "Contacts",
  icon: Users,
  within: ["/add-contact"],
};

/** The places in the desktop rail: the work first, its building blocks below. */
export const railPlaces: NavigationPlace[] = [
  dashboardPlace,
  ...documentPlaces,
  recurringPlace,
  contactsPlace,
  { to: "/expenses", label: "Expenses", icon: Wallet },
  {
    to: "/reports",
    label: "Reports",
    icon: ChartNoAxesColumn,
    within: ["/income-tax", "/cis", "/vat", "/owed"],
  },
  { to: "/items", label: "Items", icon: Package },
  { to: "/activities", label: "Activities", icon: History },
  { to: "/settings/business-profiles", label: "Business profiles", icon: Building2 },
];

/** The places in the phone's tab bar. */
export const tabPlaces: NavigationPlace[] = [
  dashboardPlace,
  ...documentPlaces,
  contactsPlace,
  {
    to: "/more",
    label: "More",
    icon: Menu,
    within: [
      "/notifications",
      "/owed",
      "/recurring",
      "/expenses",
      "/reports",
      "/income-tax",
      "/cis",
      "/vat",
      "/items",
      "/activities",
      "/archives",
      "/arriving",
      "/settings",
      "/search",
      "/support",
    ],
  },
];

/** The entries of the 'New' menu. */
export const newItems: MenuItem[] = [
  ...WRITTEN_KINDS.map(({ kind, path, name }) => ({
    label: `New ${name}`,
    icon: KIND_ICONS[kind],
    to: `${path}/create`,
  })),
  { label: "New expense", icon: Wallet, to: "/expenses/create" },
  { label: "New customer", icon: UserPlus, to: "/add-contact" },
];

/** One command for each status filter of a list, for people who type 'overdue'. */
const filterCommands: SearchCommand[] = ALL_KINDS.flatMap(({ kind, path, plural }) =>
  STATUS_FILTERS[kind]
    .filter(({ value }) => value !== "")
    .map(({ value, label }) => ({
      label: `${label}: ${plural}`,
      icon: KIND_ICONS[kind],
      to: `${path}?status=${value}`,
      isQuiet: true,
    })),
);

/** Other words that people search for, by the path of the command. */
const SYNONYMS: Record<string, string> = {
  [`${KINDS.quote.path}/create`]: "add estimate",
  [`${KINDS.invoice.path}/create`]: "add bill",
  "/expenses/create": "add receipt cost spending",
  "/add-contact": "add contact client",
  "/dashboard": "dashboard figures vat",
  [KINDS.quote.path]: "estimates",
  [KINDS.invoice.path]: "bills unpaid",
  "/recurring": "repeat contracts",
  "/contacts": "customers clients statements addresses phone",
  "/expenses": "receipts costs spending vat",
  "/reports": "profit income turnover accountant",
  "/items": "materials prices price list",
  "/activities": "history log undo",
  "/settings/business-profiles": "vat number cis bank details logo template numbers terms reminders company",
};

/** The search's commands beside its results: everything that can be created, every place, and logging out. */
export const buildCommands = (logOut: () => void): SearchCommand[] => [
  ...newItems.map(({ label, icon, to = "" }) => ({ label, icon: icon ?? FilePlus2, to, also: SYNONYMS[to] })),
  { label: "New recurring invoice", icon: Repeat, to: "/recurring/create", also: "repeat contract" },
  {
    label: "Quote templates",
    icon: LayoutTemplate,
    to: "/quotes/templates",
    also: "new quote from a template copy standard jobs",
  },
  { label: "New mileage", icon: Car, to: "/expenses/create?mileage=true", also: "miles journey van" },
  { label: "New item", icon: PackagePlus, to: "/items/edit/new" },
  ...railPlaces.map((place) => ({ ...place, also: SYNONYMS[place.to] })),
  {
    label: KINDS.credit_note.Plural,
    icon: KIND_ICONS.credit_note,
    to: KINDS.credit_note.path,
    also: "refunds give back",
  },
  ...filterCommands,
  {
    label: "Who owes me",
    icon: HandCoins,
    to: "/owed",
    also: "debtors aged owed overdue unpaid outstanding late chase remind reminders statements",
  },
  {
    label: "Income Tax",
    icon: Landmark,
    to: "/income-tax",
    also: "tax year return self assessment sa103 making tax digital mtd quarterly update hmrc",
  },
  {
    label: "CIS deductions",
    icon: HardHat,
    to: "/cis",
    also: "construction industry scheme contractor statement ledger subcontractor hmrc",
  },
  {
    label: "VAT return",
    icon: ReceiptPoundSterling,
    to: "/vat",
    also: "vat boxes quarter registration flat rate cash accounting hmrc mtd",
  },
  { label: "Archives", icon: Archive, to: "/archives" },
  {
    label: "Waiting to be sent",
    icon: CloudUpload,
    to: "/waiting",
    also: "offline no signal unsent sync outbox",
  },
  {
    label: "On this device",
    icon: Smartphone,
    to: "/settings/device",
    also: "offline no signal storage held download",
  },
  { label: "Settings", icon: UserCog, to: "/settings", also: "password pin passkeys email account devices" },
  {
    label: "Your plan",
    icon: BadgePoundSterling,
    to: PLAN_PATH,
    also: "subscription billing price upgrade downgrade core plus trial cancel card",
  },
  {
    label: "Install the app",
    icon: Smartphone,
    to: "/settings/install",
    also: "home screen offline iphone android",
  },
  { label: "Notifications", icon: Bell, to: "/notifications", also: "news alerts" },
  {
    label: "Import from another program",
    icon: FileUp,
    to: "/arriving",
    also: "import tradify invoice ninja",
  },
  { label: "Import a bank statement", icon: FileUp, to: "/expenses/import", also: "csv expenses" },
  { label: "Support", icon: LifeBuoy, to: "/support", also: "help contact us" },
  { label: "Log out", icon: LogOut, run: logOut, also: "sign out logout" },
];

/** What 'New' creates on a list, by the list's path. */
const newItemByList: Record<string, MenuItem> = {
  ...Object.fromEntries(
    newItems.slice(0, WRITTEN_KINDS.length).map((item, at) => [WRITTEN_KINDS[at]?.path, item]),
  ),
  "/recurring": { label: "New recurring invoice", to: "/recurring/create" },
  "/contacts": { label: "New customer", to: "/add-contact" },
  "/expenses": { label: "New expense", to: "/expenses/create" },
  "/items": { label: "New item", to: "/items/edit/new" },
  "/settings/business-profiles": { label: "New profile", to: "/settings/business-profiles/new" },
};

/** What 'New' creates on the page with this path; undefined if it offers a choice. */
export function findNewItem(pathname: string): MenuItem | undefined {
  return newItemByList[pathname.replace(/\/$/, "")];
}
