import { use } from "react";
import type { RulesDoor } from "./door";

const packages = import.meta.glob<RulesDoor>("./pkg/plumbline.js");

let loading: Promise<RulesDoor> | null = null;

/**
 * The rules in the browser: the server's own Rust functions, compiled to WebAssembly. Loaded once, on the first
 * call; everyone shares the one copy.
 */
export function loadRules(): Promise<RulesDoor> {
  loading ??=
    packages["./pkg/plumbline.js"]?.() ??
    Promise.reject(new Error("The rules package was not built into this app."));
  return loading;
}

/** The rules, in a component: suspends while they load; the error screen shows when they cannot. */
export function useRules(): RulesDoor {
  return use(loadRules());
}
