// Waiting for what will come true by itself, without guessing how long that takes.
import { setTimeout as pause } from "node:timers/promises";

const LIMIT_MS = 15_000;
const STEP_MS = 50;

/** Asks again until the answer is something; after so many milliseconds fails with the name of what never came. */
export async function eventually(what, ask, limit = LIMIT_MS) {
  const end = Date.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited ${limit / 1000} s in vain for ${what}`);
    await pause(STEP_MS);
  }
}
