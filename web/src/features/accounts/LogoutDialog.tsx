import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { isStatus } from "../../api/client";
import { isUnreachedError } from "../../api/reachability";
import { post } from "../../api/requests";
import { WAITING_LOGOUT_SETTING } from "../../entities/accounts/queries";
import { isUpdateAvailable } from "../../offline/app-updates";
import { getCurrentAccount } from "../../offline/current-account";
import { writeSetting } from "../../offline/device-settings";
import { countUnsentChanges, exportWaitingChanges } from "../../offline/waiting/export-waiting";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { deviceName } from "../../ui/device";
import { toast } from "../../ui/toast";
import { endSession } from "./end-session";
import { notifyTabs } from "./tab-messages";

/** How many things would be lost by logging out; null while nothing is asked. */
let unsentCount: number | null = null;
const listeners = new Set<() => void>();

function setUnsentCount(count: number | null): void {
  unsentCount = count;
  for (const listener of listeners) listener();
}

/** What the question before logging out is about; null while there is none. */
export function useUnsentLogoutCount(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsentCount,
  );
}

/** Stays logged in. */
export const cancelLogout = (): void => setUnsentCount(null);

/**
 * Signs out everywhere in this browser, and removes what this device holds: where something waits to be sent, that is
 * asked about first. The session guard then shows the login page, of a newer app if there is one.
 */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const account = getCurrentAccount();
      const count = account ? await countUnsentChanges(account) : 0;
      if (count > 0) return setUnsentCount(count);
      await logOut(client);
    },
    onError: showLogoutError,
  });
}

/** The same, whatever is lost by it. */
export function useForceLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => logOut(client),
    onSuccess: cancelLogout,
    onError: showLogoutError,
  });
}

const showLogoutError = () =>
  toast({ title: "Logout failed", description: "There was an error logging out", tone: "bad" });

async function logOut(client: QueryClient): Promise<void> {
  try {
    await post("/api/auth/logout");
  } catch (error) {
    // Without signal it is over here, and the server is told as soon as it is reached.
    if (isUnreachedError(error)) writeSetting(WAITING_LOGOUT_SETTING, "true");
    // There was no session any more: that is what was asked for.
    else if (!isStatus(error, 401)) throw error;
  }
  endSession(client, "logout");
  notifyTabs({ type: "ended", ending: "logout" });
  if (await isUpdateAvailable()) window.location.replace("/login");
}

/** Asks before work that is nowhere but on this device goes with the session. */
export function LogoutDialog() {
  const count = useUnsentLogoutCount();
  const logout = useForceLogout();
  const device = deviceName();
  return (
    <Dialog
      open={count !== null}
      onOpenChange={(open) => !open && cancelLogout()}
      title={count === 1 ? "One change hasn’t been sent yet" : `${count ?? 0} changes haven’t been sent yet`}
      description={`They are only on this ${device}. Logging out deletes them.`}
      footer={
        <>
          <Button variant="danger" busy={logout.isPending} onClick={() => logout.mutate()}>
            Log out and delete
          </Button>
          <Button onClick={() => void exportWaitingChanges()}>Save a copy</Button>
          <Button variant="primary" onClick={cancelLogout}>
            Stay logged in
          </Button>
        </>
      }
    >
      <p>{`They’re sent automatically once there is signal. “Save a copy” puts them into a file on this ${device}.`}</p>
    </Dialog>
  );
}
