import type { QueryClient } from "@tanstack/react-query";
import { setReadTransport } from "../api/reads";
import { setWriteTransport } from "../api/writes";
import { registerDocumentsReadAhead } from "../documents/offline/ahead";
import { createDocumentBacklog } from "../documents/offline/backlog";
import { registerCachedDocuments } from "../documents/offline/cachedDocuments";
import { registerDocumentMutations } from "../documents/offline/documentMutations";
import { registerShareMutation } from "../documents/offline/share";
import { registerOfflineContacts } from "../entities/contacts/offline";
import { registerOfflineItems } from "../entities/items/offline";
import { registerOfflinePlans } from "../entities/plans/offline";
import { SUBSCRIPTION_PATH } from "../entities/plans/queries";
import { registerOfflineTemplates } from "../entities/quote-templates/offline";
import { registerExpensesOffline } from "../features/expenses/offline";
import { registerOfflineSearch } from "../features/search/offline-search";
import { clearExpiredLists } from "../offline/cache/cached-lists";
import { readWithCache } from "../offline/cache/cached-reads";
import { prefetchDocuments } from "../offline/cache/prefetch";
import { connection, watchConnection } from "../offline/connection";
import { getCurrentAccount, onAccountChange } from "../offline/current-account";
import { onDeviceWiped } from "../offline/device/database";
import { writeWithLog } from "../offline/waiting/logged-writes";
import { sender } from "../offline/waiting/sender";
import { waitingLog } from "../offline/waiting/waiting-log";
import { restoreAfterWipe } from "./keep-anew";

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
