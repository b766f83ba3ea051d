import { useSyncExternalStore } from "react";
import type { ApiError } from "../../api/errors";

/** Why something was not done: the plan has lapsed, or does not take it in. */
export interface PlanRefusal {
  kind: "plan" | "plus";
  /** The server's sentence. */
  message: string;
}

let currentRefusal: PlanRefusal | null = null;
const listeners = new Set<() => void>();

function setRefusal(next: PlanRefusal | null): void {
  currentRefusal = next;
  for (const listener of listeners) listener();
}

/** Has it said in the one panel, with the way on from there. */
export const showPlanRefusal = ({ code, message }: Pick<ApiError, "code" | "message">): void =>
  setRefusal({ kind: code === "plan_lapsed" ? "plan" : "plus", message });

/** It was read. */
export const closePlanRefusal = (): void => setRefusal(null);

/** What is said now; null while nothing is. */
export function usePlanRefusal(): PlanRefusal | null {
  return useSyncExternalStore(subscribe, () => currentRefusal);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
