import { forgetRates } from "../labour-rates";
import { forgetTyped } from "../typed/store";
import { forgetUnsent } from "../unsent-store";
import { device, ofAccount } from "./device";

/** Forgets everything that this device has of an account: what it held, what waited, and who it was. */
export async function forgetAccountHere(account: string): Promise<void> {
  await Promise.all([
    forgetRates(account),
    // A browser that forbids its store holds none.
    forgetUnsent(account).catch(() => {}),
    forgetTyped(account).catch(() => {}),
    forgetHeld(account, ["answers", "rows", "wholes"]).catch(() => {}),
    forgetWaiting(account).catch(() => {}),
  ]);
}

/** Lets go of what can be read again. */
export async function forgetHeld(
  account: string,
  stores: ("answers" | "rows" | "wholes")[] = ["answers", "rows", "wholes"],
): Promise<void> {
  const tx = (await device()).transaction(stores, "readwrite");
  for (const store of stores) void tx.objectStore(store).delete(ofAccount(account) as never);
  await tx.done;
}

async function forgetWaiting(account: string): Promise<void> {
  const tx = (await device()).transaction(["waiting", "people"], "readwrite");
  const orders = await tx.objectStore("waiting").index("account").getAllKeys(account);
  for (const order of orders) void tx.objectStore("waiting").delete(order);
  void tx.objectStore("people").delete(account);
  await tx.done;
}
