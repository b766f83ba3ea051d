import { useSyncExternalStore } from "react";
import type { ApiError } from "../../api/errors";

/** Why something was not done: the plan has lapsed, or does not take it in. */
export interface Refusal {
  kind: "plan" | "plus";
  /** The server's sentence. */
  message: string;
}

let shown: Refusal | null = null;
const listeners = new Set<() => void>();

function become(next: Refusal | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Has it said in the one panel, with the way on from there. */
export const showRefusal = ({ code, message }: Pick<ApiError, "code" | "message">): void =>
  become({ kind: code === "plan_lapsed" ? "plan" : "plus", message });

/** It was read. */
export const closeRefusal = (): void => become(null);

/** What is said now; null while nothing is. */
export function useRefusal(): Refusal | null {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
