// Opens the app in a component test: the real pages, router and providers, with the network of network.ts.
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
  /** The signed-in user; by default there is none. */
  user?: User | null;
  config?: Partial<AuthConfig>;
  /** The cookie with the consent; null if the visitor hasn't been asked. */
  consent?: string | null;
}

/** Opens a page and waits for its heading. Returns the simulated user. */
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

/** The same with Ada signed in. */
export const openSignedIn = (path: string, options: OpenOptions = {}) =>
  openApp(path, { user: ADA, ...options });

/** Waits for the toast with this title; one is displayed at a time. */
export const findToast = (title: string): Promise<HTMLElement> =>
  waitFor(() => {
    const place = screen.getByRole("region", { name: /^Notifications/ });
    const toast = within(place).getByRole("listitem");
    within(toast).getByText(title);
    return toast;
  });

/** Waits for the heading of the next page. */
export const findHeading = (name: string) => screen.findByRole("heading", { level: 1, name });

/** Waits until the browser is at this path. */
export const waitForPath = (path: string) =>
  waitFor(() => expect(location.pathname + location.search).toBe(path));

/** Sets the consent cookie. */
export function setConsentCookie(value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app stores it
  document.cookie = `plumbline_consent=${value}; Path=/; Max-Age=${seconds}`;
}

afterEach(() => setConsentCookie("", 0));
