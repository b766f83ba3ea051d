import type { CisReturn } from "../../../api/generated/CisReturn";
import type { Rules } from "../../../rules/rules";
import type { BadgeTone } from "../../../ui/Badge";

type ReturnState = Pick<CisReturn, "filedOn" | "isOver" | "isNil" | "mustBeSent" | "notNeeded" | "due">;

/** How a return stands on a day, as its badge says it. */
export function getReturnStateBadge(
  month: ReturnState,
  today: string,
  { hasPassed }: Pick<Rules, "hasPassed">,
): { label: string; tone: BadgeTone } {
  if (month.notNeeded) return { label: "Not needed", tone: "grey" };
  if (month.filedOn !== null) return { label: "Filed", tone: "green" };
  if (!month.isOver) return { label: "Month not over", tone: "grey" };
  if (!month.mustBeSent) return { label: "Nothing to send", tone: "grey" };
  if (hasPassed(month.due, today)) return { label: "Return late", tone: "red" };
  return { label: month.isNil ? "Nil return to send" : "Return to send", tone: "amber" };
}
