import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { useEffect, useMemo } from "react";
import { Navigate, Outlet, useLocation, useMatches } from "react-router";
import { getErrorMessage, isSuspended } from "../api/errors";
import type { User } from "../api/generated/User";
import { accountKeys, meQuery, SUPPORT_ENDED_PARAM } from "../entities/accounts/queries";
import { useLogout } from "../features/accounts/LogoutDialog";
import type { SessionEnding } from "../features/accounts/tab-messages";
import { loadLastUser } from "../offline/device/cached-session";
import { Button } from "../ui/Button";
import { isInstalled } from "../ui/device";
import { PageSpinner } from "../ui/Spinner";
import { EmptyState, ErrorState } from "../ui/States";
import { useSearchParams } from "../ui/useSearchParams";
import { NotFoundPage, UnavailablePage } from "./ErrorPages";

export type Session =
  | { state: "loading" }
  | { state: "unreachable"; message: string; retry: () => void }
  | { state: "suspended"; message: string }
  | { state: "anonymous" }
  | { state: "authenticated"; user: User };

/** The current state of the session. */
export function useSession(): Session {
  const { data, error, isFetching, refetch } = useQuery(meQuery);
  // Checked first, because the cache may still contain the user of a moment ago.
  if (isSuspended(error)) return { state: "suspended", message: error.message };
  if (data) return { state: "authenticated", user: data };
  if (data === null) return { state: "anonymous" };
  if (error && !isFetching) {
    return { state: "unreachable", message: getErrorMessage(error), retry: () => void refetch() };
  }
  return { state: "loading" };
}

/** Routes for signed-in users: a visitor goes to /login and returns afterwards. */
export function SignedInRoute() {
  const session = useSession();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const isUnknownPath = useMatches().at(-1)?.params["*"] !== undefined;
  if (session.state === "loading") return <PageSpinner />;
  if (session.state === "suspended") return <SuspendedPage message={session.message} />;
  if (session.state === "unreachable") {
    return <UnreachablePage onRetry={session.retry} message={session.message} from={pathname + search} />;
  }
  if (session.state === "anonymous") {
    const ending = client.getQueryData<SessionEnding | null>(accountKeys.ending);
    if (ending === "deleted") return <Navigate to="/login?deleted=true" replace />;
    if (isUnknownPath && !isInstalled()) return <SiteRedirect />;
    // After logging out, the next sign-in starts at the dashboard; otherwise it returns to the same page.
    const returnsAfterLogin = ending !== "logout" && pathname !== "/";
    return <LoginRedirect from={returnsAfterLogin ? pathname + search : null} />;
  }
  return <Outlet />;
}

/**
 * The state object is memoised: with a new one at each render, the router would start navigating again and
 * again.
 */
function LoginRedirect({ from }: { from: string | null }) {
  const state = useMemo(() => (from === null ? undefined : { from }), [from]);
  return <Navigate to="/login" replace state={state} />;
}

/** Sends a visitor at an unknown address to the site's home page, which isn't part of the app. */
function SiteRedirect() {
  useEffect(() => window.location.replace("/"), []);
  return <PageSpinner />;
}

/**
 * Shown if the account is suspended: the reason, the support address and a button to log out of this browser.
 */
function SuspendedPage({ message }: { message: string }) {
  const logout = useLogout();
  return (
    <main>
      <title>Account suspended · Plumbline</title>
      <EmptyState
        icon={ShieldOff}
        heading="h1"
        title="Account suspended"
        action={
          <Button busy={logout.isPending} busyLabel="Logging out…" onClick={() => logout.mutate()}>
            Log out
          </Button>
        }
      >
        {message}
      </EmptyState>
    </main>
  );
}

/**
 * Shown if the server can't be reached: the last user of this device can unlock the cached data with a PIN or
 * passkey.
 */
function UnreachablePage({ from, message, onRetry }: { from: string; message: string; onRetry: () => void }) {
  const person = useQuery({
    queryKey: ["last-person"],
    queryFn: async () => (await loadLastUser()) ?? null,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  });
  if (person.isPending) return <PageSpinner />;
  if (person.data) return <LoginRedirect from={from} />;
  return <ErrorState title="Plumbline could not be reached" message={message} onRetry={onRetry} />;
}

/** Routes for visitors: a signed-in user is redirected to the page they were going to. */
export function VisitorRoute() {
  const session = useSession();
  const state: unknown = useLocation().state;
  if (session.state === "loading") return <PageSpinner />;
  if (session.state === "authenticated") return <Navigate to={getReturnPath(state)} replace />;
  return <Outlet />;
}

/**
 * The path to open after signing in: the page that required it, or the dashboard. Only paths of the app are
 * accepted.
 */
function getReturnPath(state: unknown): string {
  if (typeof state === "object" && state !== null && "from" in state && typeof state.from === "string") {
    if (state.from.startsWith("/") && !state.from.startsWith("//")) return state.from;
  }
  return "/dashboard";
}

/** The admin pages; for everybody else they don't exist. The server checks the role too. */
export function AdminRoute() {
  const { data: user } = useQuery(meQuery);
  const [params] = useSearchParams();
  if (user?.isAdmin) return <Outlet />;
  if (params.get(SUPPORT_ENDED_PARAM.name) !== SUPPORT_ENDED_PARAM.value) return <NotFoundPage />;
  // The role was removed while the admin was looking into an account.
  return (
    <UnavailablePage
      icon={ShieldOff}
      title="You’re no longer an administrator"
      windowTitle="Your access has ended"
    >
      Your access to the account has ended too.
    </UnavailablePage>
  );
}
