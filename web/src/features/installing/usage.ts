import { get, set } from "idb-keyval";
import { createPageStore } from "../../offline/device/page-transactions";

/** How far somebody has come with the product on this device, and whether they want to hear of installing it. */
export interface AppUsage {
  /** On how many days it was used. */
  days: number;
  /** The last of them, YYYY-MM-DD. */
  last: string;
  /** Whether a quote was sent from here. */
  sent: boolean;
  /** Put away for good. */
  away: boolean;
}

/** On this day of use the app is worth a place on the home screen, quote or no quote. */
export const DAYS_BEFORE_OFFER = 3;

const NO_USAGE: AppUsage = { days: 0, last: "", sent: false, away: false };

/** A day of use; the same day again is none. */
export const recordDay = (usage: AppUsage, day: string): AppUsage =>
  usage.last === day ? usage : { ...usage, days: usage.days + 1, last: day };

/** Whether the moment has come: a first quote was sent, or it is the third day. Never on arrival. */
export const isOfferDue = ({ days, sent, away }: AppUsage): boolean =>
  !away && (sent || days >= DAYS_BEFORE_OFFER);

// Not among the settings: those are emptied with a session, and what was put away for good stays away.
const usageStore = createPageStore("plumbline-installing", "usage");
const KEY = "usage";

/** What this device remembers; what cannot be read counts as nothing. */
export async function readUsage(): Promise<AppUsage> {
  try {
    return parseUsage(await get<unknown>(KEY, usageStore));
  } catch {
    return NO_USAGE;
  }
}

/** Reads what was kept, whatever it is. */
export function parseUsage(stored: unknown): AppUsage {
  const { days, last, sent, away } = (
    typeof stored === "object" && stored !== null ? stored : {}
  ) as Partial<AppUsage>;
  return {
    days: Number(days) || NO_USAGE.days,
    last: typeof last === "string" ? last : NO_USAGE.last,
    sent: sent === true,
    away: away === true,
  };
}

/** Remembers it. A browser that keeps nothing begins anew each time. */
export async function writeUsage(usage: AppUsage): Promise<void> {
  try {
    await set(KEY, usage, usageStore);
  } catch {
    // As above.
  }
}
