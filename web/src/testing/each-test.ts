// What holds for each component test: it waits for as long as it takes, leaves nothing behind, and fails where something
// was wrong enough for the console.
import { cleanup, configure } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { clearToast } from "../ui/toast";
// Before what is below: of what follows each test, the network comes last, once nothing is shown that asks it.
import "./network";

// Nothing waits for these: they end what will never come, on a machine however slow.
const ASYNC_TIMEOUT = 10_000;
configure({ asyncUtilTimeout: ASYNC_TIMEOUT });

/** Done once nothing is shown any more. */
export const cleanups: (() => void)[] = [];

/** Puts this into a field, over what is there: all at once, as letter by letter a form is drawn again for each. */
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
