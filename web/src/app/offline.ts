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
import { expensesOffline } from "../features/expenses/offline";
import { searchOffline } from "../features/search/offline";
import { connection, watchConnection } from "../offline/connection";
import { onWiped } from "../offline/device/device";
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
  expensesOffline();
  searchOffline();
  documentDeeds();
  sharing();
  documentShelves();
  documentsAhead();
  setReadTransport(heldReads);
  setWriteTransport(loggedWrites);
  sender.takeUp(documentBacklog(client));
  const readAgain = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfServer(queryKey) });
  sender.onArrived(readAgain);
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
  watchConnection();
}

/**
 * What the server is asked, but for who is signed in. What an open editor began from on this device is not read again
 * under it: it would be opened anew.
 */
const isOfServer = ([path]: readonly unknown[]) => /^\/api\/(?!auth\/)/.test(String(path));
