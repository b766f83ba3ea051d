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

/** What the page's routes tell the shell. */
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

/** The signed-in app's frame: a rail on desktop, a tab bar on phones. */
export function AppShell({ isWritingPath }: { isWritingPath: (path: string) => boolean }) {
  const { focused: isFocused, quiet, writes, edits, own: isOwn } = usePageHandle();
  const { data: user } = useQuery(meQuery);
  const isSupportView = user?.supportUntil !== undefined;
  const isLapsed = usePageLocked(useLocation().pathname) && Boolean(writes);
  const isHiddenFromSupport = isSupportView && Boolean(writes || edits);
  const isBlocked = isLapsed || isHiddenFromSupport;
  // In the place of a page with actions of its own.
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
          // What is in its fields can be read; changing it is for the owner alone.
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

/** In the place of a page that makes or changes something, where support looks into the account. */
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

/** In the place of a page that makes something, where the plan has lapsed. */
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

/** What a route may tell the shell about itself. */
export interface RouteHandle {
  /** The page brings its own actions for the bottom of a phone: no tab bar, no 'New' button there. */
  focused?: boolean;
  /** Something is made or changed here: shut once the plan has lapsed. Or of which of its addresses that is so. */
  writes?: boolean | ((params: Record<string, string | undefined>) => boolean);
  /** What is there is changed here: not for support, which only looks. */
  edits?: boolean;
  /** A form that only the account's owner may use: support reads it, with nothing to press. */
  own?: boolean;
  /** Nothing is begun from here: no 'New' button over the page on a phone. */
  quiet?: boolean;
}

/** How many payments wait to be confirmed, by the path of the place that lists them. */
export function usePaymentsToConfirm(): Record<string, number> {
  const { data } = useQuery({ ...dashboardQuery, select: ({ toConfirm }) => toConfirm });
  return { [KINDS.quote.path]: data?.quotes ?? 0, [KINDS.invoice.path]: data?.invoices ?? 0 };
}

/** Shows the number on the installed app's icon, where the device has such a badge; none once signed out. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    // A device may refuse; the number stands in the app all the same.
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
