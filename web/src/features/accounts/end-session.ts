import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../../api/generated/User";
import { accountKeys } from "../../entities/accounts/queries";
import { forgetRates } from "../../offline/labour-rates";
import { clearStorage, forgetEverything } from "../../offline/storage";
import { forgetUnsent } from "../../offline/unsent-store";
import { rememberUser } from "./pin/flags";
import { type Ending, tellTabs } from "./tabs";

/** Takes up a new session: who signed in is remembered on this device, and the other tabs hear of it. */
export function beginSession(client: QueryClient, user: User): void {
  rememberUser(user.id);
  forgetReads(client);
  client.setQueryData(accountKeys.ending, null);
  hold(client, user);
  tellTabs({ type: "started", userId: user.id });
}

/** Forgets who was signed in, and everything that was read for them. */
export function endSession(client: QueryClient, ending: Ending): void {
  if (ending === "inactivity") clearStorage();
  else if (ending === "deleted") forgetAccount(client);
  else clearSession();
  client.setQueryData(accountKeys.ending, ending);
  hold(client, null);
  forgetReads(client);
}

/** From now on this is who is signed in; a check that is still under way speaks of before, and is not heard. */
function hold(client: QueryClient, user: User | null): void {
  client.setQueryData(accountKeys.me, user);
  void client.cancelQueries({ queryKey: accountKeys.me, exact: true });
}

/** Whatever was read under a session goes with it; what the sign-in pages read may stay. */
export function forgetReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith("/api/auth/") });
}

/** The account is gone, and with it what it typed here; what others typed on this device is theirs. */
function forgetAccount(client: QueryClient): void {
  const user = client.getQueryData<User | null>(accountKeys.me);
  forgetEverything();
  // A browser that forbids its store holds none.
  if (!user) return;
  forgetUnsent(user.id).catch(() => {});
  forgetRates(user.id);
}

function clearSession(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage holds none.
  }
}
