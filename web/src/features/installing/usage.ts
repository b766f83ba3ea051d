import { get, set } from "idb-keyval";
import { pagesStore } from "../../offline/device/leaving";

/** How far somebody has come with the product on this device, and whether they want to hear of installing it. */
export interface Usage {
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
export const DAYS = 3;

const NONE: Usage = { days: 0, last: "", sent: false, away: false };

/** A day of use; the same day again is none. */
export const usedOn = (usage: Usage, day: string): Usage =>
  usage.last === day ? usage : { ...usage, days: usage.days + 1, last: day };

/** Whether the moment has come: a first quote was sent, or it is the third day. Never on arrival. */
export const isDue = ({ days, sent, away }: Usage): boolean => !away && (sent || days >= DAYS);

// Not among the settings: those are emptied with a session, and what was put away for good stays away.
const device = pagesStore("plumbline-installing", "usage");
const KEY = "usage";

/** What this device remembers; what cannot be read counts as nothing. */
export async function readUsage(): Promise<Usage> {
  try {
    return usageOf(await get<unknown>(KEY, device));
  } catch {
    return NONE;
  }
}

/** Reads what was kept, whatever it is. */
export function usageOf(kept: unknown): Usage {
  const { days, last, sent, away } = (
    typeof kept === "object" && kept !== null ? kept : {}
  ) as Partial<Usage>;
  return {
    days: Number(days) || NONE.days,
    last: typeof last === "string" ? last : NONE.last,
    sent: sent === true,
    away: away === true,
  };
}

/** Remembers it. A browser that keeps nothing begins anew each time. */
export async function writeUsage(usage: Usage): Promise<void> {
  try {
    await set(KEY, usage, device);
  } catch {
    // As above.
  }
}
