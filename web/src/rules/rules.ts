import { use } from "react";

/**
 * What the package offers: core's functions, JSON text in and JSON text out where a document crosses. Nothing is
 * decided on this side.
 */
export type Rules = typeof import("./pkg/plumbline");

let loading: Promise<Rules> | null = null;

/**
 * The rules in the browser: the server's own Rust functions, compiled to WebAssembly. Loaded once, on the first
 * call; everyone shares the one copy. Where that failed, the next call tries again.
 */
export function loadRules(): Promise<Rules> {
  loading ??= import("./pkg/plumbline").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The rules, in a component: suspends while they load; the error screen shows when they cannot. */
export function useRules(): Rules {
  return use(loadRules());
}
