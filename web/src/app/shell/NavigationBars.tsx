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
import { useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { meQuery } from "../../entities/accounts/queries";
import { NotificationBell } from "../../entities/notifications/NotificationBell";
import { unreadCountQuery } from "../../entities/notifications/queries";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { PLAN_PATH } from "../../entities/plans/planTexts";
import { usePlan } from "../../entities/plans/usePlan";
import { useLogout } from "../../features/accounts/LogoutDialog";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { Logo } from "../../ui/Logo";
import { findNewItem, isPlaceOpen, newItems, railPlaces, tabPlaces } from "./navigation";
import { getShortcutLabel } from "./search-commands";

/** The number beside a place in the navigation: payments waiting for confirmation, or new entries. */
export function CountBadge({
  count,
  nouns = ["payment to confirm", "payments to confirm"],
  className,
}: {
  count: number | undefined;
  /** The singular and plural of what is counted. */
  nouns?: [string, string];
  className?: string;
}) {
  if (!count) return null;
  return (
    <span
      className={cx(
        "flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-warn px-1.5 font-semibold text-paper text-xs tabular-nums",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only">{` ${count === 1 ? nouns[0] : nouns[1]}`}</span>
    </span>
  );
}

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
  const { pathname } = useLocation();
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
            // Not filled, because only the page's main action is.
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
        {railPlaces.map(({ to, label, icon: Icon, within }) => {
          const isOpen = isPlaceOpen({ to, within }, pathname);
          return (
            <Link
              key={to}
              to={to}
              aria-current={isOpen ? "page" : undefined}
              className={cx(
                "flex min-h-11 items-center gap-3 rounded-md px-3 font-medium transition-colors md:pointer-fine:min-h-10",
                isOpen ? "bg-hover text-ink" : "text-quiet hover:bg-canvas hover:text-ink",
              )}
            >
              <Icon aria-hidden size={20} strokeWidth={1.75} />
              {label}
              <CountBadge count={paymentsToConfirm[to]} className="ml-auto" />
              {to === "/reports" ? <PlusBadge className="ml-auto" /> : null}
            </Link>
          );
        })}
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

/**
 * How far from the end of the page counts as the end: the space that the shell leaves under the last row,
 * minus what floats there.
 */
const END_MARGIN = 40;

function isAtPageEnd(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY <= END_MARGIN;
}

function subscribeToScroll(onChange: () => void): () => void {
  const resizeObserver = new ResizeObserver(onChange);
  resizeObserver.observe(document.body);
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    resizeObserver.disconnect();
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
}

/** Whether the page is short or scrolled to its end, so that nothing is under the floating elements. */
export function useIsAtPageEnd(): boolean {
  return useSyncExternalStore(subscribeToScroll, isAtPageEnd);
}

/** Beside the icon; a wide number moves over the icon instead of leaving the window. */
const BADGE_CLASS =
  "pointer-events-none absolute top-1.5 right-0.5 left-[calc(50%+0.375rem)] flex justify-end *:mr-auto";

/**
 * The bottom of a phone: five tabs, and 'New' above them within reach of the thumb, unless the page hides it.
 */
export function TabBar({
  hidesNewButton = false,
  paymentsToConfirm,
}: {
  hidesNewButton?: boolean;
  paymentsToConfirm: Record<string, number>;
}) {
  const { pathname } = useLocation();
  const { data: unread } = useQuery(unreadCountQuery);
  return (
    <nav aria-label="Main" data-bottom-bar className="print:hidden md:hidden">
      {hidesNewButton ? null : <NewButton pathname={pathname} />}
      <div className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-line border-t bg-paper pb-safe">
        {tabPlaces.map(({ to, label, icon: Icon, within }) => {
          const isOpen = isPlaceOpen({ to, within }, pathname);
          return (
            <Link
              key={to}
              to={to}
              aria-current={isOpen ? "page" : undefined}
              className={cx(
                "relative flex h-16 flex-col items-center justify-center gap-1 font-medium text-[length:max(12px,min(0.75rem,3.6vw))] leading-4",
                "focus-visible:outline-offset-[-4px]",
                isOpen
                  ? "text-ink before:absolute before:inset-x-4 before:top-0 before:h-0.5 before:rounded-full before:bg-accent"
                  : "text-quiet",
              )}
            >
              <Icon aria-hidden size={22} strokeWidth={1.75} />
              <span className="max-w-full hyphens-auto text-center wrap-anywhere">{label}</span>
              <span className={BADGE_CLASS}>
                <CountBadge count={paymentsToConfirm[to]} />
                {to === "/more" ? (
                  <CountBadge count={unread} nouns={["new notification", "new notifications"]} />
                ) : null}
              </span>
            </Link>
          );
        })}
      </div>
    </nav>
  );
}

/**
 * Creates something new: on a list an entry of that list, elsewhere a choice. It has a label if nothing is
 * under it, and is only an icon when it floats over the rows of a list.
 */
function NewButton({ pathname }: { pathname: string }) {
  const listItem = findNewItem(pathname);
  const isWide = useIsAtPageEnd();
  const label = listItem?.label ?? "New";
  const className = cx("h-14! rounded-full! text-lg shadow-float", isWide ? "px-6" : "w-14 px-0!");
  const content = (
    <>
      <Plus aria-hidden size={24} strokeWidth={2} />
      <span className={cx(!isWide && "sr-only")}>{label}</span>
    </>
  );
  return (
    // Hidden while documents are selected, because the bulk actions are displayed in this place.
    <div className="fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom,0px))] z-30 in-[body:has([data-choosing])]:hidden">
      {listItem?.to ? (
        <Button asChild variant="accent" className={className}>
          <Link to={listItem.to}>{content}</Link>
        </Button>
      ) : (
        <DropdownMenu
          side="top"
          trigger={
            <Button variant="accent" className={className}>
              {content}
            </Button>
          }
          items={newItems}
        />
      )}
    </div>
  );
}
