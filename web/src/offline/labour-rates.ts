import { del, get, set } from "idb-keyval";
import type { LabourUnit } from "../api/generated/LabourUnit";
import { pagesStore } from "./device/leaving";

/** What was last typed as the price of an hour and of a day. */
export type LabourRates = Partial<Record<LabourUnit, string>>;

const device = pagesStore("plumbline-labour", "rates");

/** The rates of an account on this device. A browser that forbids its store holds none. */
export async function readRates(account: string): Promise<LabourRates> {
  try {
    return (await get<LabourRates>(account, device)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps them. It is a convenience: where it fails, they are typed again. */
export function writeRates(account: string, rates: LabourRates): void {
  set(account, rates, device).catch(() => {});
}

/** Forgets them: the account is gone. */
export async function forgetRates(account: string): Promise<void> {
  try {
    await del(account, device);
  } catch {
    // A browser that forbids its store holds none.
  }
}
