import { del, get, set } from "idb-keyval";
import type { LabourUnit } from "../api/generated/LabourUnit";
import { createPageStore } from "./device/page-transactions";

/** The hourly and daily rates that were last typed. */
export type LabourRates = Partial<Record<LabourUnit, string>>;

const labourRateStore = createPageStore("plumbline-labour", "rates");

/** The rates of an account on this device; empty if the browser forbids storage. */
export async function loadLabourRates(account: string): Promise<LabourRates> {
  try {
    return (await get<LabourRates>(account, labourRateStore)) ?? {};
  } catch {
    return {};
  }
}

/** Saves the rates. Failures are ignored, since this is only a convenience. */
export function saveLabourRates(account: string, rates: LabourRates): void {
  set(account, rates, labourRateStore).catch(() => {});
}

/** Deletes the rates, after the account was deleted. */
export async function clearLabourRates(account: string): Promise<void> {
  try {
    await del(account, labourRateStore);
  } catch {
    // If the browser forbids storage, there is nothing to delete.
  }
}
