// Opens the app in a component test: the real pages, router and providers, and the network of network.ts.
import { cleanup, configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { AuthConfig } from "../api/generated/AuthConfig";
import type { User } from "../api/generated/User";
import { createQueryClient } from "../api/query-client";
import { App } from "../app/App";
import { createRouter } from "../app/router";
import { clearToast } from "../ui/toast";
import { ADA, CONFIG, session } from "./basics";
import "./network";

// Nothing waits for these: they end what will never come, on a machine however slow.
const PATIENCE = 10_000;
configure({ asyncUtilTimeout: PATIENCE });
vi.setConfig({ testTimeout: 4 * PATIENCE });

interface Options {
  /** Who is signed in; nobody unless said. */
  user?: User | null;
  config?: Partial<AuthConfig>;
  /** What was answered about cookies, as the cookie says it; null where nobody has been asked. */
  consent?: string | null;
}

/** Opens a page and waits for its heading. Answers the person who is at it. */
export async function open(path: string, options: Options = {}): Promise<UserEvent> {
  const { user = null, config, consent = "given" } = options;
  session.user = user;
  session.config = { ...CONFIG, ...config };
  if (consent !== null) keepConsent(consent, 60);
  window.history.replaceState(null, "", path);
  const router = createRouter();
  leaving.push(() => router.dispose());
  const client = createQueryClient();
  leaving.push(() => client.clear());
  render(<App client={client} router={router} />);
  await screen.findByRole("heading", { level: 1 });
  return userEvent.setup({ delay: null });
}

/** The same, with Ada signed in. */
export const openSignedIn = (path: string, options: Options = {}) => open(path, { user: ADA, ...options });

/** Types into a field, over what is there. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.type(field, text);
}

/** The toast that says this, once it is there: one is shown at a time. */
export const findToast = (title: string): Promise<HTMLElement> =>
  waitFor(() => {
    const place = screen.getByRole("region", { name: /^Notifications/ });
    const toast = within(place).getByRole("listitem");
    within(toast).getByText(title);
    return toast;
  });

/** The heading of the page that comes. */
export const findHeading = (name: string) => screen.findByRole("heading", { level: 1, name });

/** Waits until the browser is at this page. */
export const arrive = (path: string) => waitFor(() => expect(location.pathname + location.search).toBe(path));

const leaving: (() => void)[] = [];

/** What the browser holds of the question about cookies. */
export function keepConsent(value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app keeps it
  document.cookie = `plumbline_consent=${value}; Path=/; Max-Age=${seconds}`;
}

let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, "error").mockImplementation((...words) => errors.push(words));
});
afterEach(() => {
  cleanup();
  for (const leave of leaving.splice(0)) leave();
  clearToast();
  localStorage.clear();
  sessionStorage.clear();
  keepConsent("", 0);
  expect(errors, "errors on the console").toEqual([]);
});
