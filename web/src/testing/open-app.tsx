// Opens the app in a component test: the real pages, router and providers, and the network of network.ts.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, expect } from "vitest";
import type { AuthConfig } from "../api/generated/AuthConfig";
import type { User } from "../api/generated/User";
import { createQueryClient } from "../api/query-client";
import { App } from "../app/App";
import { createRouter } from "../app/router";
import { cleanups } from "./each-test";
import { ADA, CONFIG, session } from "./fixtures";

interface OpenOptions {
  /** Who is signed in; nobody unless said. */
  user?: User | null;
  config?: Partial<AuthConfig>;
  /** What was answered about cookies, as the cookie says it; null where nobody has been asked. */
  consent?: string | null;
}

/** Opens a page and waits for its heading. Answers the person who is at it. */
export async function openApp(path: string, options: OpenOptions = {}): Promise<UserEvent> {
  const { user = null, config, consent = "given" } = options;
  session.user = user;
  session.config = { ...CONFIG, ...config };
  if (consent !== null) setConsentCookie(consent, 60);
  window.history.replaceState(null, "", path);
  const router = createRouter();
  cleanups.push(() => router.dispose());
  const client = createQueryClient();
  cleanups.push(() => client.clear());
  render(<App client={client} router={router} />);
  await screen.findByRole("heading", { level: 1 });
  return userEvent.setup({ delay: null });
}

/** The same, with Ada signed in. */
export const openSignedIn = (path: string, options: OpenOptions = {}) =>
  openApp(path, { user: ADA, ...options });

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
export const waitForPath = (path: string) =>
  waitFor(() => expect(location.pathname + location.search).toBe(path));

/** What the browser holds of the question about cookies. */
export function setConsentCookie(value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app keeps it
  document.cookie = `plumbline_consent=${value}; Path=/; Max-Age=${seconds}`;
}

afterEach(() => setConsentCookie("", 0));
