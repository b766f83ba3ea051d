// @vitest-environment window
// The app around its pages: the focus, and a session that can't be checked or ended.
import { render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "../api/query-client";
import { fillField } from "../testing/each-test";
import { ADA, CONFIG } from "../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../testing/network";
import { findHeading, findToast, openApp, openSignedIn, waitForPath } from "../testing/open-app";
import { App } from "./App";
import { createRouter } from "./router";

const answerInvoicesPage = () => {
  mockResponse("GET /api/invoices/counts", []);
  mockResponse("GET /api/invoices/batches", []);
  mockResponse("GET /api/views", []);
};

it("goes to the login page only once, however long that takes to load", async () => {
  window.history.replaceState(null, "", "/contacts");
  const router = createRouter();
  const setOut = vi.spyOn(router, "navigate");
  render(<App client={createQueryClient()} router={router} />);
  await findHeading("Log in");
  // Twice in development, where React runs each effect again.
  expect(setOut).toHaveBeenCalledTimes(2);
  router.dispose();
});

it("gives the focus to the heading of each new page", async () => {
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  const user = await openSignedIn("/dashboard");
  for (const name of ["Contacts", "Items"]) {
    const [rail = document.body] = screen.getAllByRole("navigation", { name: "Main" });
    await user.click(within(rail).getByRole("link", { name }));
    const heading = await findHeading(name);
    await waitFor(() => expect(document.activeElement).toBe(heading));
  }
});

it("calls the dashboard by the same name in every link to it", async () => {
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  await openSignedIn("/contacts");
  const names = screen
    .getAllByRole("link")
    .filter((link) => link.getAttribute("href") === "/dashboard")
    .map((link) => link.getAttribute("aria-label") ?? link.textContent);
  // The logo, and the navigation rail or tab bar.
  expect(new Set(names)).toEqual(new Set(["Plumbline, dashboard", "Dashboard"]));
});

it("says that the log-out failed, and whom to ask", async () => {
  const user = await openSignedIn("/dashboard");
  mockFault("POST /api/auth/logout", respondJson(500, { message: "No" }));
  await user.click(screen.getByRole("button", { name: /Ada Pipe/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Log out" }));
  const toast = within(await findToast("Logout failed"));
  toast.getByText("There was an error logging out");
  toast.getByRole("link", { name: CONFIG.supportEmail });
  expect(location.pathname).toBe("/dashboard");
});

it("logs out when the session check is refused, and returns once it succeeds", async () => {
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  await openSignedIn("/contacts");
  mockFault("GET /api/auth/me", respondJson(500));
  window.dispatchEvent(new Event("online"));
  await findToast("You have been logged out");
  await waitForPath("/login");
  mockResponse("GET /api/auth/me", ADA);
  window.dispatchEvent(new Event("online"));
  await waitForPath("/contacts");
});

/** Types Ada's email address and password on the login page. */
async function logIn(user: UserEvent): Promise<void> {
  await findHeading("Log in");
  await fillField(user, screen.getByLabelText("Email"), ADA.email);
  await fillField(user, screen.getByLabelText("Password"), "Chalk-line-7");
  mockResponse("POST /api/auth/login", ADA);
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

const FILTERED = ["/invoices?status=overdue", "/contacts?q=mill+lane&order=recent"];

it.each(FILTERED)("returns to %s with its filters when somebody logs in again", async (address) => {
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  answerInvoicesPage();
  const user = await openSignedIn(address);
  mockResponse("GET /api/auth/me", null);
  window.dispatchEvent(new Event("online"));
  await waitForPath("/login");
  await logIn(user);
  await waitForPath(address);
});

it.each(FILTERED)("goes on to %s with its filters when a visitor has logged in", async (address) => {
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  answerInvoicesPage();
  const user = await openApp(address);
  expect(location.pathname + location.search).toBe("/login");
  await logIn(user);
  await waitForPath(address);
});

it("goes to the dashboard, not to the last page, when somebody logs in after logging out", async () => {
  answerInvoicesPage();
  const user = await openSignedIn("/invoices?status=overdue");
  mockResponse("POST /api/auth/logout", undefined as never);
  await user.click(screen.getByRole("button", { name: /Ada Pipe/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Log out" }));
  await waitForPath("/login");
  await logIn(user);
  await waitForPath("/dashboard");
});

it("says that the session is over when the check finds nobody signed in", async () => {
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  await openSignedIn("/contacts");
  mockResponse("GET /api/auth/me", null);
  window.dispatchEvent(new Event("online"));
  const toast = within(await findToast("You have been logged out"));
  toast.getByText("Please log in again.");
  await waitForPath("/login");
});
