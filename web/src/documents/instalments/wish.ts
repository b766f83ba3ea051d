import type { Repeat } from "../../api/generated/Repeat";
import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { todayInLondon } from "../../rules/calendar";
import type { StoredDocument } from "../types";

/** What is wished for, as it is typed. */
export interface InstalmentPlanInput {
  count: string;
  first: string;
  every: Repeat;
  /** Empty: as much as the others. */
  firstAmount: string;
}

/** What the form begins with: three months from the due day on, or from today where that has passed; or what was agreed. What was paid already is the first. */
export function getInitialPlan(doc: StoredDocument): InstalmentPlanInput {
  const rows = doc.instalmentStanding?.parts ?? [];
  const paid = doc.totals.paidAmount;
  const today = todayInLondon();
  const due = doc.dueDate ?? today;
  return {
    count: String(rows.length || 3),
    // None begins in the past: it would be late as soon as it was agreed.
    first: rows[0]?.date ?? (paid === "0.00" && due > today ? due : today),
    every: "monthly",
    firstAmount: rows.length === 0 && paid !== "0.00" ? paid : "",
  };
}

/** What was agreed, with the amounts that it asks for now; null where nothing was. */
export function getAgreedInstalments(doc: StoredDocument): { rows: TypedInstalment[]; error: null } | null {
  const parts = doc.instalmentStanding?.parts.filter(({ amount }) => amount !== "0.00");
  if (!parts) return null;
  return { rows: parts.map(({ date, amount }) => ({ date, amount })), error: null };
}
