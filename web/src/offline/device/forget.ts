import { clearFormDrafts } from "../form-drafts/store";
import { clearLabourRates } from "../labour-rates";
import { clearUnsentEdits } from "../unsent-edit-store";
import { buildAccountRange, getDeviceDatabase } from "./database";

/** Forgets everything that this device has of an account: what it held, what waited, and who it was. */
export async function clearAccountData(account: string): Promise<void> {
  await Promise.all([
    clearLabourRates(account),
    // A browser that forbids its store holds none.
    clearUnsentEdits(account).catch(() => {}),
    clearFormDrafts(account).catch(() => {}),
    clearCache(account, ["answers", "rows", "wholes"]).catch(() => {}),
    clearWaitingChanges(account).catch(() => {}),
  ]);
}

/** Lets go of what can be read again. */
export async function clearCache(
  account: string,
  stores: ("answers" | "rows" | "wholes")[] = ["answers", "rows", "wholes"],
): Promise<void> {
  const tx = (await getDeviceDatabase()).transaction(stores, "readwrite");
  for (const store of stores) void tx.objectStore(store).delete(buildAccountRange(account) as never);
  await tx.done;
}

async function clearWaitingChanges(account: string): Promise<void> {
  const tx = (await getDeviceDatabase()).transaction(["waiting", "people"], "readwrite");
  const orders = await tx.objectStore("waiting").index("account").getAllKeys(account);
  for (const order of orders) void tx.objectStore("waiting").delete(order);
  void tx.objectStore("people").delete(account);
  await tx.done;
}
