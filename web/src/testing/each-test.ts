// Setup of every component test: waits as long as necessary, cleans up afterwards, and fails if anything was
// logged to the console as an error or warning.
import { cleanup, configure, getConfig } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { clearToast } from "../ui/toast";
// Imported first, so that after each test the network is reset last, when nothing is mounted that could send
// requests.
import "./network";

// No test waits this long: the timeout only ends what would never happen, on however slow a machine.
const ASYNC_TIMEOUT = 10_000;
const realSetImmediate = setImmediate;
const { asyncWrapper } = getConfig();
configure({
  asyncUtilTimeout: ASYNC_TIMEOUT,
  // The whole page as text hides the message, and happy-dom's elements can't always be printed.
  getElementError: (message) => new Error(message ?? ""),
  // What is found has been rendered, but its effects may still be queued: React schedules them with
  // `setImmediate`. A test that goes on before them would find an element that doesn't listen yet.
  asyncWrapper: async (callback) => {
    const result = await asyncWrapper(callback);
    await new Promise((resolve) => realSetImmediate(resolve));
    return result;
  },
});

/** Run after everything has been unmounted. */
export const cleanups: (() => void)[] = [];

/**
 * Replaces the text of a field at once; typing it character by character would render the form for each one.
 */
export async function fillField(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.paste(text);
}

// React also logs this if `use` read a promise that was already fulfilled while another render was queued,
// which depends on timing. It doesn't matter here: tests wait for what they expect, never for one render.
const ACT_WARNING = "A component suspended inside an `act` scope";

let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, "error").mockImplementation((...args) => {
    if (!String(args[0]).startsWith(ACT_WARNING)) errors.push(args);
  });
});
afterEach(() => {
  cleanup();
  for (const cleanUp of cleanups.splice(0)) cleanUp();
  clearToast();
  localStorage.clear();
  sessionStorage.clear();
  expect(errors, "errors on the console").toEqual([]);
});
