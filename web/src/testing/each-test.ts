// Setup of every component test: waits as long as necessary, cleans up afterwards, and fails if anything was
// logged to the console as an error or warning.
import { cleanup, configure } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { clearToast } from "../ui/toast";
// Imported first, so that after each test the network is reset last, when nothing is mounted that could send
// requests.
import "./network";

// No test waits this long: the timeout only ends what would never happen, on however slow a machine.
const ASYNC_TIMEOUT = 10_000;
configure({ asyncUtilTimeout: ASYNC_TIMEOUT });

/** Run after everything has been unmounted. */
export const cleanups: (() => void)[] = [];

/**
 * Replaces the text of a field at once; typing it character by character would render the form for each one.
 */
export async function fillField(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.paste(text);
}

let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, "error").mockImplementation((...args) => errors.push(args));
});
afterEach(() => {
  cleanup();
  for (const cleanUp of cleanups.splice(0)) cleanUp();
  clearToast();
  localStorage.clear();
  sessionStorage.clear();
  expect(errors, "errors on the console").toEqual([]);
});
