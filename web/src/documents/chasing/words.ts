import type { Moment } from "../../api/generated/Moment";

const counted = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/** Which reminder of a plan it is: '7 days after it was due'. */
export function stepWords(moment: Moment, days: number): string {
  switch (moment) {
    case "beforeDue":
      return `${counted(days)} before it is due`;
    case "onDue":
      return "on the day it is due";
    case "afterDue":
      return `${counted(days)} after it was due`;
    case "afterSent":
      return `${counted(days)} after it was sent`;
    case "beforeExpiry":
      return days === 0 ? "on the last day of the quote" : `${counted(days)} before it expires`;
  }
}
