import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { listenForUnauthorised } from "../api/client";
import { errorMessage } from "../api/errors";
import type { User } from "../api/generated/User";
import { endSession } from "../features/accounts/end-session";
import { accountKeys, meQuery } from "../features/accounts/queries";
import { PageSpinner } from "../ui/Spinner";
import { ErrorState } from "../ui/States";
import { toast } from "../ui/toast";
import { checkGap, throttledCheck } from "./session-check";

/** Watches the session: a 401 anywhere ends it; coming back to the tab asks again. Mounted once. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      listenForUnauthorised((expired) => {
        const held = client.getQueryData(accountKeys.me);
        if (!held) return;
        endSession(client);
        if (expired) {
          toast({ title: "You have been logged out due to inactivity for 20 minutes", duration: 3000 });
        }
      }),
    [client],
  );
  useEffect(() => {
    const check = throttledCheck(() => client.refetchQueries({ queryKey: accountKeys.me }), checkGap);
    const onVisible = () => {
      if (document.visibilityState === "visible" && client.getQueryData(accountKeys.me)) void check();
    };
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", onVisible);
    };
  }, [client]);
}

export type Session =
  | { state: "loading" }
  | { state: "unreachable"; message: string; retry: () => void }
  | { state: "anonymous" }
  | { state: "authenticated"; user: User };

/** The session as the app knows it now. */
export function useSession(): Session {
  const { data, error, isFetching, refetch } = useQuery(meQuery);
  if (data) return { state: "authenticated", user: data };
  if (data === null) return { state: "anonymous" };
  if (error && !isFetching) {
    return { state: "unreachable", message: errorMessage(error), retry: () => void refetch() };
  }
  return { state: "loading" };
}

/** Routes for the signed-in: a visitor goes to /login and comes back afterwards. */
export function SignedInOnly() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.state === "loading") return <PageSpinner />;
  if (session.state === "unreachable") {
    return (
      <ErrorState title="Plumbline could not be reached" message={session.message} onRetry={session.retry} />
    );
  }
  if (session.state === "anonymous") {
    const from = pathname === "/" ? undefined : { from: pathname + search };
    return <Navigate to="/login" replace state={from} />;
  }
  return <Outlet />;
}

/** Routes for visitors: whoever is signed in already goes on to where they were heading. */
export function VisitorOnly() {
  const session = useSession();
  const state: unknown = useLocation().state;
  if (session.state === "loading") return <PageSpinner />;
  if (session.state === "authenticated") return <Navigate to={returnPath(state)} replace />;
  return <Outlet />;
}

/** Where a sign-in leads: back to the page that asked for it, else the dashboard. Own paths only. */
function returnPath(state: unknown): string {
  if (typeof state === "object" && state !== null && "from" in state && typeof state.from === "string") {
    if (state.from.startsWith("/") && !state.from.startsWith("//")) return state.from;
  }
  return "/dashboard";
}
