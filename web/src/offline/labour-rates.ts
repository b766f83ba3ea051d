import { del, get, set } from "idb-keyval";
import type { LabourUnit } from "../api/generated/LabourUnit";
import { createPageStore } from "./device/page-transactions";

/** What was last typed as the price of an hour and of a day. */
export type LabourRates = Partial<Record<LabourUnit, string>>;

const labourRateStore = createPageStore("plumbline-labour", "rates");

/** The rates of an account on this device. A browser that forbids its store holds none. */
export async function loadLabourRates(account: string): Promise<LabourRates> {
  try {
    return (await get<LabourRates>(account, labourRateStore)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps them. It is a convenience: where it fails, they are typed again. */
export function saveLabourRates(account: string, rates: LabourRates): void {
  set(account, rates, labourRateStore).catch(() => {});
}

/** Forgets them: the account is gone. */
export async function clearLabourRates(account: string): Promise<void> {
  try {
    await del(account, labourRateStore);
  } catch {
    // A browser that forbids its store holds none.
  }
}
