import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { KINDS } from "../../documents/kind";
import { getOwnAccountId, meQuery } from "../../entities/accounts/queries";
import { PlanLapsed } from "../../entities/plans/PlanLapsed";
import { PlanRefusalDialog } from "../../entities/plans/PlanRefusalDialog";
import { usePageLocked } from "../../entities/plans/usePlan";
import { LogoutDialog } from "../../features/accounts/LogoutDialog";
import { dashboardQuery } from "../../features/dashboard/queries";
import { InstallOffer } from "../../features/installing/InstallOffer";
import { NotificationOffer, useSubscriptionRenewal } from "../../features/notifications/NotificationOffer";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Page } from "../../ui/PageHeader";
import { EmptyState } from "../../ui/States";
import { SupportFormContext, SupportViewContext } from "../../ui/support-view";
import { useLiveUpdates, useNewLinkToasts, useOfflinePrefetch, usePlanRefresh } from "../background-hooks";
import { NavigationRail, TabBar } from "./NavigationBars";
import { ConnectionBar, PlanBanner, SupportBanner } from "./StatusBanners";
import { useSearchCommands, useSearchShortcut } from "./search-commands";
import { usePageFocus } from "./usePageFocus";

const SearchDialog = lazy(async () => ({
  default: (await import("../../features/search/SearchDialog")).SearchDialog,
}));

/** The merged handle of the current routes. */
function usePageHandle(): RouteHandle {
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as RouteHandle | undefined);
  return {
    writes: handles.some((handle, at) =>
      typeof handle?.writes === "function" ? handle.writes(matches[at]?.params ?? {}) : handle?.writes,
    ),
    edits: handles.some((handle) => handle?.edits),
    own: handles.some((handle) => handle?.own),
    focused: handles.some((handle) => handle?.focused),
    quiet: handles.some((handle) => handle?.quiet),
  };
}

/** The frame of the signed-in app: a rail on desktop, a tab bar on phones. */
export function AppShell({ isWritingPath }: { isWritingPath: (path: string) => boolean }) {
  const { focused: isFocused, quiet, writes, edits, own: isOwn } = usePageHandle();
  const { data: user } = useQuery(meQuery);
  const isSupportView = user?.supportUntil !== undefined;
  const isLapsed = usePageLocked(useLocation().pathname) && Boolean(writes);
  const isHiddenFromSupport = isSupportView && Boolean(writes || edits);
  const isBlocked = isLapsed || isHiddenFromSupport;
  // A blocked page is replaced, so its own actions aren't displayed.
  const focused = Boolean(isFocused) && !isBlocked;
  useLiveUpdates();
  usePlanRefresh();
  const paymentsToConfirm = usePaymentsToConfirm();
  useAppBadge(Object.values(paymentsToConfirm).reduce((sum, count) => sum + count, 0));
  usePageFocus();
  const searchDialog = useSearchShortcut();
  const commands = useSearchCommands(isSupportView ? isWritingPath : null);
  const own = getOwnAccountId(user) ?? undefined;
  useSubscriptionRenewal(own);
  useOfflinePrefetch(own);
  useNewLinkToasts();
  return (
    <div className="min-h-dvh print:block! md:grid md:grid-cols-[13rem_minmax(0,1fr)] 2xl:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-ink focus:px-4 focus:py-3 focus:text-paper"
      >
        Skip to the page
      </a>
      <NavigationRail
        paymentsToConfirm={paymentsToConfirm}
        hasNewButton={!isSupportView}
        onSearch={searchDialog.open}
      />
      <main id="main" tabIndex={-1} className={cx("min-w-0 outline-none", !focused && "pb-36 md:pb-0")}>
        {user?.supportUntil === undefined ? null : <SupportBanner user={user} until={user.supportUntil} />}
        <ConnectionBar />
        <PlanBanner focused={focused} />
        {own ? <NotificationOffer /> : null}
        {own ? <InstallOffer quiet={focused} /> : null}
        {isHiddenFromSupport ? (
          <ReadOnlyPage />
        ) : isLapsed ? (
          <LapsedPlanPage />
        ) : isSupportView && isOwn ? (
          // Support can read the fields; only the owner may change them.
          <fieldset disabled className="contents">
            <SupportViewContext value={isWritingPath}>
              <SupportFormContext value={true}>
                <Outlet />
              </SupportFormContext>
            </SupportViewContext>
          </fieldset>
        ) : (
          <SupportViewContext value={isSupportView ? isWritingPath : null}>
            <Outlet />
          </SupportViewContext>
        )}
      </main>
      {focused ? null : (
        <TabBar hidesNewButton={quiet || isBlocked || isSupportView} paymentsToConfirm={paymentsToConfirm} />
      )}
      <LogoutDialog />
      <PlanRefusalDialog />
      {searchDialog.isOpen ? (
        <Suspense>
          <SearchDialog commands={commands} onClose={searchDialog.close} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Shown to support instead of a page that creates or changes something. */
function ReadOnlyPage() {
  return (
    <Page width="narrow">
      <title>Looking only · Plumbline</title>
      <Card flush>
        <EmptyState icon={Eye} heading="h1" title="You’re only looking: you can’t change anything">
          Only the account’s owner can make or change things here. You can read lists, documents and reports.
        </EmptyState>
      </Card>
    </Page>
  );
}

/** Shown instead of a page that creates something, when the plan has lapsed. */
function LapsedPlanPage() {
  return (
    <Page width="narrow">
      <title>Your plan · Plumbline</title>
      <Card flush>
        <PlanLapsed heading="h1" />
      </Card>
    </Page>
  );
}

/** What a route can declare about itself for the shell. */
export interface RouteHandle {
  /** The page has its own actions at the bottom of a phone, so there is no tab bar and no 'New' button. */
  focused?: boolean;
  /**
   * The page creates or changes something, so it is locked once the plan has lapsed. A function if that
   * depends on the address.
   */
  writes?: boolean | ((params: Record<string, string | undefined>) => boolean);
  /** The page changes existing data, so it isn't offered to support. */
  edits?: boolean;
  /** A form for the account's owner only: support can read it but not use its buttons. */
  own?: boolean;
  /** No 'New' button over the page on a phone. */
  quiet?: boolean;
}

/** The number of payments waiting for confirmation, by the path of the list that contains them. */
export function usePaymentsToConfirm(): Record<string, number> {
  const { data } = useQuery({ ...dashboardQuery, select: ({ toConfirm }) => toConfirm });
  return { [KINDS.quote.path]: data?.quotes ?? 0, [KINDS.invoice.path]: data?.invoices ?? 0 };
}

/**
 * Displays the number on the installed app's icon, if the device supports that; removed after signing out.
 */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    // A device may refuse; the app displays the number anyway.
    const ignore = () => undefined;
    if (count > 0) navigator.setAppBadge(count).catch(ignore);
    else navigator.clearAppBadge().catch(ignore);
  }, [count]);
  useEffect(
    () => () => {
      if ("clearAppBadge" in navigator) navigator.clearAppBadge().catch(() => undefined);
    },
    [],
  );
}
