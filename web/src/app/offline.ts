import type { QueryClient } from "@tanstack/react-query";
import { setReadTransport } from "../api/reads";
import { setWriteTransport } from "../api/writes";
import { documentsAhead } from "../documents/offline/ahead";
import { documentBacklog } from "../documents/offline/backlog";
import { documentDeeds } from "../documents/offline/deeds";
import { sharing } from "../documents/offline/share";
import { documentShelves } from "../documents/offline/shelves";
import { contactsOffline } from "../entities/contacts/offline";
import { itemsOffline } from "../entities/items/offline";
import { plansOffline } from "../entities/plans/offline";
import { SUBSCRIPTION } from "../entities/plans/queries";
import { templatesOffline } from "../entities/quote-templates/offline";
import { expensesOffline } from "../features/expenses/offline";
import { searchOffline } from "../features/search/offline";
import { connection, watchConnection } from "../offline/connection";
import { onWiped } from "../offline/device/device";
import { clearExpired } from "../offline/held/cached-lists";
import { readAhead } from "../offline/held/read-ahead";
import { heldReads } from "../offline/held/reads";
import { waitingLog } from "../offline/waiting/log";
import { sender } from "../offline/waiting/sender";
import { loggedWrites } from "../offline/waiting/transport";
import { onWho, who } from "../offline/who";
import { keepAnew } from "./keep-anew";

/**
 * Puts this device between the screens and the network: reads fall back to what it holds, writes that can be done
 * without the network go into its log, and what waits there is sent whenever the server is reached. Called once.
 */
export function startOffline(client: QueryClient): void {
  contactsOffline();
  itemsOffline();
  templatesOffline();
  expensesOffline();
  searchOffline();
  plansOffline();
  documentDeeds();
  sharing();
  documentShelves();
  documentsAhead();
  setReadTransport(heldReads);
  setWriteTransport(loggedWrites);
  sender.takeUp(documentBacklog(client));
  const readAgain = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfServer(queryKey) });
  // A photo changes nothing that is read: the quote that names it comes behind it.
  sender.onArrived(({ thing }) => thing.sort !== "photo" && readAgain());
  let needed = 0;
  waitingLog.subscribe(() => {
    const now = waitingLog.snapshot().filter(({ needsPlan }) => needsPlan).length;
    // The server has refused one: what is known of the plan is older than that.
    if (now > needed) void client.invalidateQueries({ queryKey: [SUBSCRIPTION], exact: true });
    needed = now;
  });
  waitingLog.onTakenBack(readAgain);
  connection.onReturn(() => {
    readAgain();
    if (who() === null) return;
    sender.soon();
    void readAhead();
  });
  onWho((account) => {
    void waitingLog.open(account);
    if (account !== null) sender.soon();
  });
  onWiped(() => void keepAnew(client));
  // Whoever only looks writes nothing that would make room.
  void clearExpired();
  watchConnection();
}

/**
 * What the server is asked, but for who is signed in. What an open editor began from on this device is not read again
 * under it: it would be opened anew.
 */
const isOfServer = ([path]: readonly unknown[]) => /^\/api\/(?!auth\/)/.test(String(path));
