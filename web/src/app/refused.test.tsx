// @vitest-environment happy-dom
// What is said in the place of screens that make or change something, where the plan has ended or support only looks;
// and what lists say, which are refused together with the account alone.
import { screen, waitFor, within } from "@testing-library/react";
import type { RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import type { SubscriptionAnswer } from "../api/generated/SubscriptionAnswer";
import { ADA, SELF_HOSTED } from "../testing/basics";
import { answers, type Call, fails, json } from "../testing/network";
import { findHeading, openSignedIn } from "../testing/open";
import { GONE } from "../testing/states";
import type { RouteHandle } from "./route-handle";
import { createRouter } from "./router";

const ID = "51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902";

const router = createRouter();
const screens = (routes: RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...screens(route.children ?? [])]);
const all = screens(router.routes);
router.dispose();

/** The addresses of the screens of which this is so. */
function addresses(isSo: (handle: RouteHandle, params: { id?: string }) => unknown): string[] {
  return all.flatMap(({ path, handle }) => {
    if (!path || !handle) return [];
    const id = [ID, "new"].find((one) => isSo(handle as RouteHandle, { id: one }));
    return id === undefined ? [] : [path.replace(":id", id)];
  });
}

const writes = ({ writes }: RouteHandle, params: { id?: string }) =>
  typeof writes === "function" ? writes(params) : writes;

const OWN: Call[] = [
  "GET /api/contacts/{id}",
  "GET /api/expenses/suppliers",
  "GET /api/recurring/{id}",
  "GET /api/cis/contractors",
  "GET /api/cis/subcontractors",
  "GET /api/vat",
];

const LAPSED: SubscriptionAnswer = {
  ...SELF_HOSTED,
  plan: "plus",
  planName: "Plus",
  standing: { is: "lapsed", why: "trial" },
  sentence: "Your free trial is over.",
  mayWrite: false,
};

it.each(addresses(writes))("says in the place of %s that the plan has ended", async (path) => {
  answers("GET /api/subscription", LAPSED);
  // Until that is known a page may ask for its own.
  for (const own of OWN) fails(own, GONE);
  await openSignedIn(path);
  await findHeading("Your free trial is over");
  screen.getByText(/^You can still read, share and export everything/);
  const links = within(screen.getByRole("main")).getAllByRole("link", { name: "Choose a plan" });
  for (const link of links) expect(link.getAttribute("href")).toBe("/settings/plan");
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each(addresses((handle, params) => writes(handle, params) || handle.edits))(
  "says in the place of %s that support only looks",
  async (path) => {
    await openSignedIn(path, { user: { ...ADA, supportUntil: Date.now() + 3_600_000 } });
    await findHeading("You are looking: nothing can be written");
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

const LISTS: [path: string, call: Call, says: string][] = [
  ["/dashboard", "GET /api/dashboard", "The dashboard could not be loaded"],
  ["/quotes", "GET /api/quotes", "Your quotes could not be loaded"],
  ["/quotes/templates", "GET /api/quote-templates", "Your templates could not be loaded"],
  ["/invoices", "GET /api/invoices", "Your invoices could not be loaded"],
  ["/credit-notes", "GET /api/credit-notes", "Your credit notes could not be loaded"],
  ["/contacts", "GET /api/contacts", "Your contacts could not be loaded"],
  ["/expenses", "GET /api/expenses", "Your expenses could not be loaded"],
  ["/recurring", "GET /api/recurring", "Your recurring invoices could not be loaded"],
  ["/items", "GET /api/items", "Your items could not be loaded"],
  ["/activities", "GET /api/activities", "Your activities could not be loaded"],
  ["/notifications", "GET /api/notifications", "Your notifications could not be loaded"],
  ["/archives", "GET /api/quotes", "Your archives could not be loaded"],
  ["/owed", "GET /api/owed", "What is owed could not be loaded"],
  ["/settings", "GET /api/account", "Your account could not be loaded"],
  ["/settings/business-profiles", "GET /api/business-profiles", "Your profiles could not be loaded"],
  ["/settings/plan", "GET /api/subscription", "Your plan could not be loaded"],
  ["/support", "GET /api/support", "This could not be loaded"],
  ["/search?q=a", "GET /api/search", "The search did not work"],
  ["/vat", "GET /api/vat", "The VAT return could not be loaded"],
];

describe("a list of an account that is kept out from now on", () => {
  it.each(LISTS)("says why at %s, and can be asked again", async (path, call, says) => {
    const why = "This account is suspended. Please write to help@example.com.";
    // Counts and marks beside it are asked for as well, and say nothing.
    for (const beside of [
      "GET /api/quotes/counts",
      "GET /api/quotes/batches",
      "GET /api/invoices/counts",
      "GET /api/invoices/batches",
      "GET /api/credit-notes/counts",
      "GET /api/credit-notes/batches",
      "GET /api/views",
      "GET /api/contacts/balances",
      "GET /api/activities",
    ] as const)
      fails(beside, json(403, { code: "suspended", message: why }));
    const asked = fails(call, json(403, { code: "suspended", message: why }));
    const user = await openSignedIn(path);
    const heading = await screen.findByRole("heading", { name: says });
    const alert = within(heading.closest("[role=alert]") as HTMLElement);
    alert.getByText(why);
    const before = asked.length;
    await user.click(alert.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  });
});
