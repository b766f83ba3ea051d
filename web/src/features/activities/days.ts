import type { Activity } from "../../api/generated/Activity";
import { todayInLondon } from "../../rules/calendar";

/** A day of London's, YYYY-MM-DD, with what happened on it. */
export interface ActivityDay {
  day: string;
  activities: Activity[];
}

/** The activities by their days, in the order in which they come. */
export function groupByDay(activities: Activity[]): ActivityDay[] {
  const days: ActivityDay[] = [];
  for (const activity of activities) {
    const day = todayInLondon(new Date(activity.createdAt));
    const last = days.at(-1);
    if (last?.day === day) last.activities.push(activity);
    else days.push({ day, activities: [activity] });
  }
  return days;
}
