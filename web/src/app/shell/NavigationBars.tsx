import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  BadgePoundSterling,
  ChevronsUpDown,
  LifeBuoy,
  LogOut,
  Plus,
  Search,
  ShieldCheck,
  UserCog,
} from "lucide-react";
import { Link, NavLink } from "react-router";
import { meQuery } from "../../entities/accounts/queries";
import { NotificationBell } from "../../entities/notifications/NotificationBell";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { PLAN_PATH } from "../../entities/plans/planTexts";
import { usePlan } from "../../entities/plans/usePlan";
import { useLogout } from "../../features/accounts/logging-out";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { Logo } from "../../ui/Logo";
import { newItems, railPlaces } from "./navigation";
import { CountBadge } from "./PlaceMark";
import { getShortcutLabel } from "./useSearchKeys";

export function NavigationRail({
  paymentsToConfirm,
  hasNewButton,
  onSearch,
}: {
  paymentsToConfirm: Record<string, number>;
  /** Whether there is a 'New' button. */
  hasNewButton: boolean;
  onSearch: () => void;
}) {
  return (
    <header className="sticky top-0 hidden h-dvh print:hidden! flex-col border-line border-r bg-paper px-3 py-5 md:flex">
      <div className="mb-6 flex items-center justify-between gap-2 pl-2">
        <Link to="/dashboard" aria-label="Plumbline, dashboard" className="w-fit rounded-md">
          <Logo />
        </Link>
        <NotificationBell />
      </div>
      {hasNewButton ? (
        <DropdownMenu
          align="start"
          trigger={
            // The page's own first action is the one that is filled.
            <Button block icon={<Plus aria-hidden size={20} strokeWidth={2} />}>
              New
            </Button>
          }
          items={newItems}
        />
      ) : null}
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="mt-2 flex min-h-11 items-center gap-3 rounded-md border border-line px-3 text-left text-quiet transition-colors hover:border-line-strong hover:text-ink md:pointer-fine:min-h-10"
      >
        <Search aria-hidden size={18} strokeWidth={1.75} />
        <span className="flex-1">Search</span>
        <kbd className="font-sans text-xs">{getShortcutLabel()}</kbd>
      </button>
      <nav aria-label="Main" className="mt-4 flex flex-1 flex-col gap-0.5">
        {railPlaces.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              cx(
                "flex min-h-11 items-center gap-3 rounded-md px-3 font-medium transition-colors md:pointer-fine:min-h-10",
                isActive ? "bg-hover text-ink" : "text-quiet hover:bg-canvas hover:text-ink",
              )
            }
          >
            <Icon aria-hidden size={20} strokeWidth={1.75} />
            {label}
            <CountBadge count={paymentsToConfirm[to]} className="ml-auto" />
            {to === "/reports" ? <PlusBadge className="ml-auto" /> : null}
          </NavLink>
        ))}
      </nav>
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const { data: user } = useQuery(meQuery);
  const logout = useLogout();
  const { isSold } = usePlan();
  if (!user) return null;
  return (
    <DropdownMenu
      side="top"
      align="start"
      heading={user.email}
      items={[
        { label: "Archives", icon: Archive, to: "/archives" },
        { label: "Settings", icon: UserCog, to: "/settings" },
        ...(isSold ? [{ label: "Your plan", icon: BadgePoundSterling, to: PLAN_PATH }] : []),
        { label: "Support", icon: LifeBuoy, to: "/support" },
        ...(user.isAdmin ? [{ label: "Administration", icon: ShieldCheck, to: "/admin" }] : []),
        { label: "Log out", icon: LogOut, onSelect: () => logout.mutate() },
      ]}
      trigger={
        <button
          type="button"
          className="flex min-h-12 w-full items-center gap-3 rounded-md px-2 text-left transition-colors hover:bg-canvas"
        >
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-ink font-semibold text-paper text-sm"
          >
            {(user.name || user.email).trim().charAt(0).toUpperCase()}
          </span>
          <span className="min-w-0 flex-1 truncate font-medium text-ink">{user.name || user.email}</span>
          <ChevronsUpDown aria-hidden size={18} strokeWidth={1.75} className="text-quiet" />
        </button>
      }
    />
  );
}
