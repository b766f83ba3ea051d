// Waiting for a condition without guessing how long it takes.
import { setTimeout as pause } from "node:timers/promises";

/** After this time, waiting fails: it only ends a hanging test. */
const LIMIT_MS = 60_000;
const STEP_MS = 50;

/** Calls `ask` until it returns something other than undefined, null or false. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false> | T | undefined | null | false,
): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await pause(STEP_MS);
  }
}

/** A gate to wait for: `opened` resolves when `open` is called. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
