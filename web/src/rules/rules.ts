import { use, useEffect, useState } from "react";
import type { ErrorBody } from "../api/generated/ErrorBody";
import { setNumberReaderLoader } from "../ui/typed-numbers";

/**
 * The functions of core's package, with the types generated from core. A refusal is thrown as the error body
 * that the server would return. This side decides nothing.
 */
export type Rules = typeof import("./pkg/plumbline");

let loading: Promise<Rules> | null = null;

/**
 * The rules in the browser: the server's own Rust functions, compiled to WebAssembly. Loaded once, on the
 * first call. If that fails, the next call tries again.
 */
export function loadRules(): Promise<Rules> {
  if (loading) return loading;
  const promise = import("./pkg/plumbline").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  // React's `use` reads these, and otherwise suspends once more for a promise that has long been fulfilled.
  void promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  loading = promise;
  return promise;
}

// Every number field uses core to read its text.
setNumberReaderLoader(async () => {
  const { parseNumber, parseWholeNumber, numberErrorText } = await loadRules();
  return { read: parseNumber, readWhole: parseWholeNumber, problem: numberErrorText };
});

/** Whether a thrown value is a refusal by the rules rather than a fault. */
export function isRefusal(thrown: unknown): thrown is ErrorBody {
  return typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "errors" in thrown;
}

/**
 * The rules once they have loaded, for a form that doesn't wait for them; until then only the server
 * validates.
 */
export function useLoadedRules(): Rules | null {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    let isHere = true;
    loadRules().then(
      (loaded) => isHere && setRules(loaded),
      (error: unknown) => console.warn("The rules could not be loaded.", error),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return rules;
}

/**
 * The rules, in a component: suspends while they load; the error screen is displayed if they can't be loaded.
 */
export function useRules(): Rules {
  return use(loadRules());
}
