import { readSetting, writeSetting } from "../../offline/storage";

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

const SETTING = "installHint";

/** What this device remembers; what cannot be read counts as nothing. */
export function readUsage(): Usage {
  try {
    const kept = JSON.parse(readSetting(SETTING) ?? "{}") as Partial<Usage> | null;
    return {
      days: Number(kept?.days) || NONE.days,
      last: typeof kept?.last === "string" ? kept.last : NONE.last,
      sent: kept?.sent === true,
      away: kept?.away === true,
    };
  } catch {
    return NONE;
  }
}

export const writeUsage = (usage: Usage): void => writeSetting(SETTING, JSON.stringify(usage));
