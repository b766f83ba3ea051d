import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { isStatus } from "../../api/client";
import { isUnreached } from "../../api/reach";
import { post } from "../../api/writes";
import { LOGOUT_OWED } from "../../entities/accounts/queries";
import { writeSetting } from "../../offline/storage";
import { updateAvailable } from "../../offline/update-check";
import { countUnsent } from "../../offline/waiting/exportWaiting";
import { who } from "../../offline/who";
import { toast } from "../../ui/toast";
import { endSession } from "./end-session";
import { tellTabs } from "./tabs";

/** How many things would be lost by logging out; null while nothing is asked. */
let asked: number | null = null;
const listeners = new Set<() => void>();

function ask(count: number | null): void {
  asked = count;
  for (const listener of listeners) listener();
}

/** What the question before logging out is about; null while there is none. */
export function useLogoutQuestion(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

/** Stays logged in. */
export const stayLoggedIn = (): void => ask(null);

/**
 * Signs out everywhere in this browser, and removes what this device holds: where something waits to be sent, that is
 * asked about first. The session guard then shows the login page, of a newer app if there is one.
 */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const account = who();
      const count = account ? await countUnsent(account) : 0;
      if (count > 0) return ask(count);
      await logOut(client);
    },
    onError: failed,
  });
}

/** The same, whatever is lost by it. */
export function useLogoutAnyway() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => logOut(client),
    onSuccess: stayLoggedIn,
    onError: failed,
  });
}

const failed = () =>
  toast({ title: "Logout failed", description: "There was an error logging out", tone: "bad" });

async function logOut(client: QueryClient): Promise<void> {
  try {
    await post("/api/auth/logout");
  } catch (error) {
    // Without signal it is over here, and the server is told as soon as it is reached.
    if (isUnreached(error)) writeSetting(LOGOUT_OWED, "true");
    // There was no session any more: that is what was asked for.
    else if (!isStatus(error, 401)) throw error;
  }
  endSession(client, "logout");
  tellTabs({ type: "ended", ending: "logout" });
  if (await updateAvailable()) window.location.replace("/login");
}
