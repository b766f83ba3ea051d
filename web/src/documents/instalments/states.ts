import type { InstalmentState } from "../../api/generated/InstalmentState";
import type { Tone } from "../../api/generated/Tone";

/** How far an instalment is, as core's presentation shows it. */
export const STATE_BADGES: Record<InstalmentState, { label: string; tone: Tone }> = {
  paid: { label: "Paid", tone: "green" },
  nothing: { label: "Nothing to pay", tone: "grey" },
  overdue: { label: "Overdue", tone: "red" },
  due: { label: "Due today", tone: "blue" },
  partPaid: { label: "Partially Paid", tone: "amber" },
  later: { label: "Due later", tone: "grey" },
};
