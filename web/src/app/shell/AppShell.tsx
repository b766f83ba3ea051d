import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { lazy, Suspense } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { meQuery, ownAccount } from "../../entities/accounts/queries";
import { NoPlan } from "../../entities/plans/NoPlan";
import { RefusalDialog } from "../../entities/plans/RefusalDialog";
import { useShut } from "../../entities/plans/useShut";
import { LogoutDialog } from "../../features/accounts/LogoutDialog";
import { InstallOffer } from "../../features/installing/InstallOffer";
import { Offer, useStaySubscribed } from "../../features/notifications/Offer";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { FormLooking, Looking } from "../../ui/looking";
import { Page } from "../../ui/PageHeader";
import { EmptyState } from "../../ui/States";
import type { RouteHandle } from "../route-handle";
import { useArrivedLinks } from "../useArrivedLinks";
import { useBasics } from "../useBasics";
import { useLive } from "../useLive";
import { usePlanHere } from "../usePlanHere";
import { ConnectionBar } from "./ConnectionBar";
import { PlanBand } from "./PlanBand";
import { Rail } from "./Rail";
import { SupportBand } from "./SupportBand";
import { TabBar } from "./TabBar";
import { useCommands } from "./useCommands";
import { useSearchKeys } from "./useSearchKeys";
import { useAppBadge, useToConfirm } from "./useToConfirm";
import { useTopOfPage } from "./useTopOfPage";

const SearchDialog = lazy(async () => ({
  default: (await import("../../features/search/SearchDialog")).SearchDialog,
}));

/** What the page's routes tell the shell. */
function useHandle(): RouteHandle {
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
export function AppShell({ isWriting }: { isWriting: (path: string) => boolean }) {
  const { focused: isFocused, quiet, writes, edits, own: isOwn } = useHandle();
  const { data: user } = useQuery(meQuery);
  const isLook = user?.supportUntil !== undefined;
  const isLapsed = useShut(useLocation().pathname) && Boolean(writes);
  const isNotForLooks = isLook && Boolean(writes || edits);
  const isShut = isLapsed || isNotForLooks;
  // In the place of a page with actions of its own.
  const focused = Boolean(isFocused) && !isShut;
  useLive();
  usePlanHere();
  const toConfirm = useToConfirm();
  useAppBadge(Object.values(toConfirm).reduce((sum, count) => sum + count, 0));
  useTopOfPage();
  const search = useSearchKeys();
  const commands = useCommands(isLook ? isWriting : null);
  const own = ownAccount(user) ?? undefined;
  useStaySubscribed(own);
  useBasics(own);
  useArrivedLinks();
  return (
    <div className="min-h-dvh print:block! md:grid md:grid-cols-[13rem_minmax(0,1fr)] 2xl:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-ink focus:px-4 focus:py-3 focus:text-paper"
      >
        Skip to the page
      </a>
      <Rail toConfirm={toConfirm} canBegin={!isLook} onSearch={search.open} />
      <main id="main" tabIndex={-1} className={cx("min-w-0 outline-none", !focused && "pb-36 md:pb-0")}>
        {user?.supportUntil === undefined ? null : <SupportBand user={user} until={user.supportUntil} />}
        <ConnectionBar />
        <PlanBand focused={focused} />
        {own ? <Offer /> : null}
        {own ? <InstallOffer quiet={focused} /> : null}
        {isNotForLooks ? (
          <OnlyLooking />
        ) : isLapsed ? (
          <Shut />
        ) : isLook && isOwn ? (
          // What is in its fields can be read; changing it is for the owner alone.
          <fieldset disabled className="contents">
            <Looking value={isWriting}>
              <FormLooking value={true}>
                <Outlet />
              </FormLooking>
            </Looking>
          </fieldset>
        ) : (
          <Looking value={isLook ? isWriting : null}>
            <Outlet />
          </Looking>
        )}
      </main>
      {focused ? null : <TabBar quiet={quiet || isShut || isLook} toConfirm={toConfirm} />}
      <LogoutDialog />
      <RefusalDialog />
      {search.isOpen ? (
        <Suspense>
          <SearchDialog commands={commands} onClose={search.close} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** In the place of a page that makes or changes something, where support looks into the account. */
function OnlyLooking() {
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
function Shut() {
  return (
    <Page width="narrow">
      <title>Your plan · Plumbline</title>
      <Card flush>
        <NoPlan heading="h1" />
      </Card>
    </Page>
  );
}
