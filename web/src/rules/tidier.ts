export type Tidier = typeof import("./pkg/tidy/tidy");

let loading: Promise<Tidier> | null = null;

/**
 * Core's tidier in the browser: rough notes made into a job description by rule, without a network. A package of its
 * own beside the rules, since one dialog alone asks for it. Where it failed to load, the next call tries again.
 */
export function loadTidier(): Promise<Tidier> {
  loading ??= import("./pkg/tidy/tidy").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
