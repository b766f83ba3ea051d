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

/** How many unsent changes logging out would lose; null while no confirmation is open. */
let unsentCount: number | null = null;
const listeners = new Set<() => void>();

function setUnsentCount(count: number | null): void {
  unsentCount = count;
  for (const listener of listeners) listener();
}

/** How many unsent changes the confirmation before logging out is about; null while it is closed. */
export function useUnsentLogoutCount(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsentCount,
  );
}

/** Closes the confirmation and stays logged in. */
export const cancelLogout = (): void => setUnsentCount(null);

/**
 * Signs out in every tab of this browser and removes what this device has cached. Where changes are waiting
 * to be sent, it asks for confirmation first. The session guard then shows the login page, of a newer app if
 * there is one.
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

/** Logs out without confirmation, even if unsent changes are lost. */
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
    // Without a connection the session ends here, and the server is notified as soon as it is reached.
    if (isUnreachedError(error)) writeSetting(WAITING_LOGOUT_SETTING, "true");
    // A 401 means that there was no session any more, which is the desired result.
    else if (!isStatus(error, 401)) throw error;
  }
  endSession(client, "logout");
  notifyTabs({ type: "ended", ending: "logout" });
  if (await isUpdateAvailable()) window.location.replace("/login");
}

/** Asks for confirmation before logging out deletes changes that exist only on this device. */
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
