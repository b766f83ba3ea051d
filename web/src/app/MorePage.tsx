import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  BadgePoundSterling,
  Bell,
  Building2,
  ChartNoAxesColumn,
  CloudUpload,
  HandCoins,
  History,
  Laptop,
  LayoutTemplate,
  LifeBuoy,
  LogOut,
  Package,
  Repeat,
  ShieldCheck,
  Smartphone,
  UserCog,
  Wallet,
} from "lucide-react";
import type { ReactNode } from "react";
import { useKeptHere } from "../documents/here/useKeptHere";
import { meQuery } from "../entities/accounts/queries";
import { unreadQuery } from "../entities/notifications/queries";
import { PlusMark } from "../entities/plans/PlusMark";
import { usePlan } from "../entities/plans/usePlan";
import { PLAN_PAGE } from "../entities/plans/words";
import { useLogout } from "../features/accounts/logging-out";
import { useConnection } from "../offline/waiting/useWaiting";
import { Button } from "../ui/Button";
import { Card } from "../ui/Card";
import { deviceName } from "../ui/device";
import { Page, PageHeader } from "../ui/PageHeader";
import { type Place, PlaceList } from "../ui/PlaceList";
import { SearchField } from "../ui/SearchField";
import { PlaceMark } from "./shell/PlaceMark";

const places: Place[] = [
  { to: "/notifications", label: "Notifications", hint: "What your customers have done", icon: Bell },
  { to: "/owed", label: "Who owes me", hint: "By customer, and how late it is", icon: HandCoins },
  {
    to: "/recurring",
    label: "Recurring invoices",
    hint: "Invoices that repeat on their own",
    icon: Repeat,
  },
  { to: "/expenses", label: "Expenses", hint: "Receipts, mileage and bank statements", icon: Wallet },
  {
    to: "/reports",
    label: "Reports",
    hint: "Profit, income, expenses and your tax return",
    icon: ChartNoAxesColumn,
  },
  {
    to: "/quotes/templates",
    label: "Quote templates",
    hint: "Ready-made quotes to start from",
    icon: LayoutTemplate,
  },
  { to: "/items", label: "Items", hint: "Products and services with their prices", icon: Package },
  { to: "/activities", label: "Activities", hint: "Who did what, and when", icon: History },
  { to: "/archives", label: "Archives", hint: "Quotes and invoices you’ve put away", icon: Archive },
  {
    to: "/settings/business-profiles",
    label: "Business profiles",
    hint: "Name, logo, bank details and terms",
    icon: Building2,
  },
  {
    to: "/settings",
    label: "Settings",
    hint: "Your account, defaults, reminders and devices",
    icon: UserCog,
  },
  {
    to: "/settings/install",
    label: "Install the app",
    hint: "On your home screen, and it works without signal",
    icon: Smartphone,
  },
  { to: "/support", label: "Support", hint: "Ask us, and see your earlier questions", icon: LifeBuoy },
];

const plan: Place = {
  to: PLAN_PAGE,
  label: "Your plan",
  hint: "What it costs, and its invoices",
  icon: BadgePoundSterling,
};

/** For those who look after the server's accounts. */
const administration: Place = {
  to: "/admin",
  label: "Administration",
  hint: "Accounts, questions and the server’s health",
  icon: ShieldCheck,
};

/** What is on this device only, and what it holds: first, while that matters. */
function useHerePlaces(): Place[] {
  const { reached } = useConnection();
  const count = useKeptHere();
  if (reached && !count) return [];
  const nothing =
    count === 0 ? "Nothing: your account has everything" : "Changes your account doesn’t have yet";
  const changes = `${count} ${count === 1 ? "change is" : "changes are"} on this ${deviceName()} only`;
  return [
    {
      to: "/waiting",
      label: "Waiting to be sent",
      hint: count ? changes : nothing,
      icon: CloudUpload,
    },
    {
      to: "/settings/device",
      label: `On this ${deviceName()}`,
      hint: "What’s saved here for working without signal",
      icon: deviceName() === "phone" ? Smartphone : Laptop,
    },
  ];
}

/** What stands at the right of a place, by where it leads. */
const MARKS: Record<string, (unread: number | undefined) => ReactNode> = {
  "/notifications": (unread) => <PlaceMark count={unread} of={["new", "new"]} />,
  "/reports": () => <PlusMark />,
};

/** What the phone's tab bar has no room for, and the way out. */
export function MorePage() {
  const { data: user } = useQuery(meQuery);
  const { data: unread } = useQuery(unreadQuery);
  const logout = useLogout();
  const here = useHerePlaces();
  const { isSold } = usePlan();
  const marked = (place: Place): Place => {
    const mark = MARKS[place.to];
    return mark ? { ...place, mark: mark(unread) } : place;
  };
  return (
    <Page width="narrow">
      <title>More · Plumbline</title>
      <PageHeader title="More" />
      <div className="flex flex-col gap-4">
        <SearchField />
        <PlaceList
          places={[
            ...here,
            ...places,
            ...(isSold ? [plan] : []),
            ...(user?.isAdmin ? [administration] : []),
          ].map(marked)}
        />
        <Card>
          <p className="text-quiet text-sm">Logged in as</p>
          <p className="wrap-anywhere font-semibold text-ink">{user?.email}</p>
          <Button
            block
            className="mt-4"
            busy={logout.isPending}
            busyLabel="Logging out…"
            icon={<LogOut aria-hidden size={20} strokeWidth={1.75} />}
            onClick={() => logout.mutate()}
          >
            Log out
          </Button>
        </Card>
      </div>
    </Page>
  );
}
