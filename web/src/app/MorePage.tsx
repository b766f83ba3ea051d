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
import { useUnsentCount } from "../documents/unsent/useUnsentCounts";
import { meQuery } from "../entities/accounts/queries";
import { unreadCountQuery } from "../entities/notifications/queries";
import { PlusBadge } from "../entities/plans/PlusBadge";
import { PLAN_PATH } from "../entities/plans/planTexts";
import { usePlan } from "../entities/plans/usePlan";
import { useLogout } from "../features/accounts/LogoutDialog";
import { useConnection } from "../offline/waiting/waiting-hooks";
import { Button } from "../ui/Button";
import { Card } from "../ui/Card";
import { deviceName } from "../ui/device";
import { Page, PageHeader } from "../ui/PageHeader";
import { type PageLink, PageLinkList } from "../ui/PageLinkList";
import { SearchLink } from "../ui/SearchBox";
import { CountBadge } from "./shell/NavigationBars";

const PLACES: PageLink[] = [
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

const PLAN_PLACE: PageLink = {
  to: PLAN_PATH,
  label: "Your plan",
  hint: "What it costs, and its invoices",
  icon: BadgePoundSterling,
};

/** The link for admins. */
const ADMIN_PLACE: PageLink = {
  to: "/admin",
  label: "Administration",
  hint: "Accounts, questions and the server’s health",
  icon: ShieldCheck,
};

/** Links to the data stored on this device: first in the list while there is something to see. */
function useDevicePlaces(): PageLink[] {
  const { reached } = useConnection();
  const count = useUnsentCount();
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

/** The badge beside a place, by its path. */
const BADGES: Record<string, (unread: number | undefined) => ReactNode> = {
  "/notifications": (unread) => <CountBadge count={unread} nouns={["new", "new"]} />,
  "/reports": () => <PlusBadge />,
};

/** The places that don't fit in the phone's tab bar, and logging out. */
export function MorePage() {
  const { data: user } = useQuery(meQuery);
  const { data: unread } = useQuery(unreadCountQuery);
  const logout = useLogout();
  const devicePlaces = useDevicePlaces();
  const { isSold } = usePlan();
  const withBadge = (place: PageLink): PageLink => {
    const mark = BADGES[place.to];
    return mark ? { ...place, badge: mark(unread) } : place;
  };
  return (
    <Page width="narrow">
      <title>More · Plumbline</title>
      <PageHeader title="More" />
      <div className="flex flex-col gap-4">
        <SearchLink />
        <PageLinkList
          links={[
            ...devicePlaces,
            ...PLACES,
            ...(isSold ? [PLAN_PLACE] : []),
            ...(user?.isAdmin ? [ADMIN_PLACE] : []),
          ].map(withBadge)}
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
