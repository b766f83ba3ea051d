import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../api/generated/User";
import { setReadTransport, setWriteTransport } from "../api/requests";
import { createDocumentBacklog } from "../documents/offline/backlog";
import { registerCachedDocuments, registerDocumentsReadAhead } from "../documents/offline/cachedDocuments";
import { registerDocumentMutations, registerShareMutation } from "../documents/offline/documentMutations";
import { getCachedEdits } from "../documents/unsent/useUnsentDocuments";
import { accountKeys } from "../entities/accounts/queries";
import { registerOfflineContacts } from "../entities/contacts/queries";
import { registerOfflineItems } from "../entities/items/queries";
import { registerOfflinePlans } from "../entities/plans/offline";
import { SUBSCRIPTION_PATH } from "../entities/plans/usePlan";
import { registerOfflineTemplates } from "../entities/quote-templates/queries";
import { registerExpensesOffline } from "../features/expenses/offline";
import { registerOfflineSearch } from "../features/search/offline-search";
import { clearExpiredLists } from "../offline/cache/cached-lists";
import { readWithCache } from "../offline/cache/cached-reads";
import { prefetchDocuments } from "../offline/cache/prefetch";
import { connection, watchConnection } from "../offline/connection";
import { getCurrentAccount, onAccountChange } from "../offline/current-account";
import { onDeviceWiped } from "../offline/device/database";
import { recordSeenUser } from "../offline/device/device-users";
import { restoreUnsentEdits } from "../offline/unsent-edit-store";
import { writeWithLog } from "../offline/waiting/logged-writes";
import { sender } from "../offline/waiting/sender";
import { waitingLog } from "../offline/waiting/waiting-log";
import { deviceName } from "../ui/device";
import { toast } from "../ui/toast";

/**
 * A database that was just deleted may not be available again at once: the number of attempts and the pause
 * between them.
 */
const MAX_TRIES = 4;
const RETRY_PAUSE = 250;

/**
 * Recovers after the browser deleted this device's data while a window was open: writes the unsent work that
 * the window knows again, and notifies the user.
 */
export async function restoreAfterWipe(client: QueryClient): Promise<void> {
  const user = client.getQueryData<User | null>(accountKeys.me);
  if (!user) return;
  const edits = getCachedEdits(client, user.id);
  const count = waitingLog.snapshot().length + new Set(edits.map(({ document }) => document)).size;
  const title = `The browser cleared what Plumbline had saved on this ${deviceName()}`;
  try {
    await retry(async () => {
      await waitingLog.restore();
      await restoreUnsentEdits(edits);
    });
    await recordSeenUser(user, Date.now());
    const description =
      count === 0
        ? "Nothing was waiting to be sent. Your account has everything."
        : "Your unsent work is safe: it has been saved again.";
    toast({ title, description, duration: 15_000 });
  } catch {
    const description = "Leave this page open until there is signal: your unsent work is only here now.";
    toast({ title, description, tone: "bad", duration: 60_000 });
  }
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let left = MAX_TRIES - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE));
    }
  }
}

/**
 * Connects the offline layer: reads fall back to the cache, writes that can be made offline go into the log,
 * and the log is sent whenever the server can be reached. Called once.
 */
export function startOffline(client: QueryClient): void {
  registerOfflineContacts();
  registerOfflineItems();
  registerOfflineTemplates();
  registerExpensesOffline();
  registerOfflineSearch();
  registerOfflinePlans();
  registerDocumentMutations();
  registerShareMutation();
  registerCachedDocuments();
  registerDocumentsReadAhead();
  setReadTransport(readWithCache);
  setWriteTransport(writeWithLog);
  sender.setBacklog(createDocumentBacklog(client));
  const readAgain = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => isServerQuery(queryKey) });
  // A photo changes nothing that is read; the quote that contains it is sent after it.
  sender.onArrived(({ thing }) => thing.sort !== "photo" && readAgain());
  let lapsedCount = 0;
  waitingLog.subscribe(() => {
    const now = waitingLog.snapshot().filter(({ needsPlan }) => needsPlan).length;
    // The server has refused a write, so the cached plan is outdated.
    if (now > lapsedCount) void client.invalidateQueries({ queryKey: [SUBSCRIPTION_PATH], exact: true });
    lapsedCount = now;
  });
  waitingLog.onTakenBack(readAgain);
  connection.onReturn(() => {
    readAgain();
    if (getCurrentAccount() === null) return;
    sender.runSoon();
    void prefetchDocuments();
  });
  onAccountChange((account) => {
    void waitingLog.open(account);
    if (account !== null) sender.runSoon();
  });
  onDeviceWiped(() => void restoreAfterWipe(client));
  // Also for a user who only reads, since otherwise only writing would free space.
  void clearExpiredLists();
  watchConnection();
}

/**
 * Queries to the server except who is signed in. The data that an open editor started from isn't refetched,
 * because that would reopen the editor.
 */
const isServerQuery = ([path]: readonly unknown[]) => /^\/api\/(?!auth\/)/.test(String(path));
