import type { Moment } from "../../api/generated/Moment";

const formatDays = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/** Which reminder of a plan it is: '7 days after it was due'. */
export function describeReminderStep(moment: Moment, days: number): string {
  switch (moment) {
    case "beforeDue":
      return `${formatDays(days)} before it is due`;
    case "onDue":
      return "on the day it is due";
    case "afterDue":
      return `${formatDays(days)} after it was due`;
    case "afterSent":
      return `${formatDays(days)} after it was sent`;
    case "beforeExpiry":
      return days === 0 ? "on the last day of the quote" : `${formatDays(days)} before it expires`;
  }
}
