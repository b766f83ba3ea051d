import type { Activity } from "../../api/generated/Activity";
import { todayInLondon } from "../../documents/editor/draft/calendar";

/** A day of London's, YYYY-MM-DD, with what happened on it. */
export interface Day {
  day: string;
  activities: Activity[];
}

/** The activities by their days, in the order in which they come. */
export function byDay(activities: Activity[]): Day[] {
  const days: Day[] = [];
  for (const activity of activities) {
    const day = todayInLondon(new Date(activity.createdAt));
    const last = days.at(-1);
    if (last?.day === day) last.activities.push(activity);
    else days.push({ day, activities: [activity] });
  }
  return days;
}

const TIME = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/London",
});

/** '14:05', as the clock in London showed. */
export const timeInLondon = (at: number): string => TIME.format(at);

const PLACES: Record<string, (id: string) => string> = {
  quote: (id) => `/quotes/${id}`,
  invoice: (id) => `/invoices/${id}`,
  contact: (id) => `/contacts/${id}`,
  item: (id) => `/items/edit/${id}`,
  expense: (id) => (id ? `/expenses/edit/${id}` : "/expenses"),
  business_profile: (id) => `/settings/business-profiles/${id}`,
};

/** Where what it happened to is seen; none of what is gone. */
export function placeOf({ kind, subjectKind, subjectId }: Activity): string | undefined {
  return kind === "deleted" ? undefined : PLACES[subjectKind]?.(subjectId);
}
