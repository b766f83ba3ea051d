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

/** A store that was just taken away may not be there again at once: so often it is asked, so far apart. */
const MAX_TRIES = 4;
const RETRY_PAUSE = 250;

/**
 * The browser took away what this device kept, under an open window: what the window knows of unsent work is written
 * down anew, and its person is told.
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
 * Puts this device between the screens and the network: reads fall back to what it holds, writes that can be done
 * without the network go into its log, and what waits there is sent whenever the server is reached. Called once.
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
  // A photo changes nothing that is read: the quote that names it comes behind it.
  sender.onArrived(({ thing }) => thing.sort !== "photo" && readAgain());
  let lapsedCount = 0;
  waitingLog.subscribe(() => {
    const now = waitingLog.snapshot().filter(({ needsPlan }) => needsPlan).length;
    // The server has refused one: what is known of the plan is older than that.
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
  // Whoever only looks writes nothing that would make room.
  void clearExpiredLists();
  watchConnection();
}

/**
 * What the server is asked, but for who is signed in. What an open editor began from on this device is not read again
 * under it: it would be opened anew.
 */
const isServerQuery = ([path]: readonly unknown[]) => /^\/api\/(?!auth\/)/.test(String(path));
