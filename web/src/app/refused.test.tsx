// @vitest-environment window
// What is said in the place of screens that make or change something, where the plan has ended or support only looks;
// and what lists say, which are refused together with the account alone. The lists are there, so their exports are asked
// for here as well.
import { screen, waitFor, within } from "@testing-library/react";
import type { RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import type { FilePath } from "../api/generated/paths";
import type { SubscriptionResponse } from "../api/generated/SubscriptionResponse";
import { ADA, NO_DOCUMENTS, SELF_HOSTED } from "../testing/basics";
import { answers, type Call, fails, json } from "../testing/network";
import { findHeading, openSignedIn } from "../testing/open";
import { MARGARET } from "../testing/records";
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

const LAPSED: SubscriptionResponse = {
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
    await findHeading("You’re only looking: you can’t change anything");
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

it.each([
  ["whoever is signed in", undefined, ["New quote", "New invoice", "Edit"], ["More actions"]],
  ["support, which only looks,", 3_600_000, [], []],
] as const)("offers %s what they may do on a page that is read", async (_, left, links, buttons) => {
  answers("GET /api/contacts/{id}", MARGARET);
  answers("GET /api/contacts/{id}/chasing", { off: false });
  answers("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  answers("GET /api/credit-notes", NO_DOCUMENTS);
  const supportUntil = left && Date.now() + left;
  await openSignedIn(`/contacts/${MARGARET.id}`, { user: { ...ADA, supportUntil } });
  const page = within(screen.getByRole("main"));
  const reminders = await page.findByRole("switch", { name: /^Automatic reminders/ });
  expect((reminders as HTMLButtonElement).disabled).toBe(left !== undefined);
  const named = (role: string) => page.queryAllByRole(role).map((one) => one.textContent || one.ariaLabel);
  for (const link of ["New quote", "New invoice", "Edit"])
    expect(named("link").includes(link), link).toBe((links as readonly string[]).includes(link));
  expect(page.queryAllByRole("button", { name: "More actions" })).toHaveLength(buttons.length);
});

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
  ["/search?q=a", "GET /api/search", "The search didn’t work"],
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

interface Exporting {
  /** The list, narrowed by all that it can be narrowed by. */
  at: string;
  /** The read of its rows. */
  call: Call;
  answer: unknown;
  /** What else it reads. */
  besides?: readonly Call[];
  /** The menu, where the export is in one, and what the export is called there. */
  menu?: RegExp;
  link: string;
  /** What the server is asked to narrow both to; a list that is searched on the device is exported whole. */
  carries: string;
}

const ofDocuments = (of: "quotes" | "invoices" | "credit-notes"): Exporting => ({
  at: `/${of}?q=tap&status=draft&archived=true&from=2026-01-01&to=2026-03-31&sort=total&order=desc`,
  call: `GET /api/${of}`,
  answer: NO_DOCUMENTS,
  besides: [`GET /api/${of}/counts`, `GET /api/${of}/batches`, "GET /api/views"],
  menu: /^More for your/,
  link: "Export as spreadsheet",
  carries: "q=tap&status=draft&archived=true&from=2026-01-01&to=2026-03-31&sort=-totalAmount",
});

const ofReport = (of: string): Omit<Exporting, "call"> => ({
  at: `/reports?report=${of}&from=2026-01-03&to=2026-03-30&basis=accruals`,
  answer: NOTHING,
  menu: /^Download$/,
  link: "CSV",
  carries: "from=2026-01-03&to=2026-03-30&basis=accruals",
});

const DEBT = {
  outstanding: "1.00",
  overdue: "0.00",
  notDue: "1.00",
  to30: "0.00",
  to60: "0.00",
  to90: "0.00",
  over90: "0.00",
  invoices: 1,
};
/** The sums of each report, with nothing in it. */
const NOTHING = {
  total: {
    key: null,
    name: "",
    net: "0.00",
    vat: "0.00",
    cis: "0.00",
    records: 0,
    income: "0.00",
    spending: "0.00",
    profit: "0.00",
  },
  byMonth: [],
  byCustomer: [],
  byProfile: [],
  byCategory: [],
  leftOut: [],
  from: "2026-01-03",
  to: "2026-03-30",
  basis: "accruals",
  confirmed: true,
};

const EXPORTS: Record<Extract<FilePath, `${string}/export`>, Exporting> = {
  "/api/quotes/export": ofDocuments("quotes"),
  "/api/invoices/export": ofDocuments("invoices"),
  "/api/credit-notes/export": ofDocuments("credit-notes"),
  "/api/expenses/export": {
    at: "/expenses?q=pipe&category=costOfGoods&receipt=without&period=tax-2026&sort=amount&order=desc",
    call: "GET /api/expenses",
    answer: {
      data: [
        {
          id: ID,
          date: "2026-09-01",
          supplier: "Pipe & Co",
          description: "",
          category: "costOfGoods",
          amount: "24.00",
          vatAmount: "0.00",
          job: "",
          mileage: null,
          repeats: false,
          receiptCount: 0,
        },
      ],
      nextCursor: null,
      total: 1,
      totalAmount: "24.00",
      totalVat: "0.00",
    },
    menu: /^More actions$/,
    link: "Export as CSV",
    carries: "q=pipe&category=costOfGoods&receipt=without&from=2026-04-06&to=2027-04-05&sort=-amount",
  },
  "/api/activities/export": {
    at: "/activities?actor=business&about=quote&from=2026-01-01&to=2026-03-31",
    call: "GET /api/activities",
    answer: [
      {
        id: ID,
        kind: "quote_created",
        actor: "business",
        sentence: "A quote was made",
        subjectKind: "quote",
        subjectId: ID,
        data: {},
        createdAt: 0,
      },
    ],
    link: "Export",
    carries: "actor=business&about=quote&from=2026-01-01&to=2026-03-31",
  },
  "/api/contacts/export": {
    at: "/contacts",
    call: "GET /api/contacts",
    answer: [MARGARET],
    besides: ["GET /api/contacts/balances"],
    menu: /^More actions$/,
    link: "Export as CSV",
    carries: "",
  },
  "/api/items/export": {
    at: "/items",
    call: "GET /api/items",
    answer: [],
    menu: /^More actions$/,
    link: "Export as CSV",
    carries: "",
  },
  "/api/owed/export": {
    at: "/owed?sort=most",
    call: "GET /api/owed",
    answer: {
      customers: [{ ...DEBT, contactId: null, name: MARGARET.name, oldest: "2026-09-15", age: "notDue" }],
      all: DEBT,
      today: "2026-09-01",
    },
    menu: /^Download$/,
    link: "CSV",
    carries: "sort=most",
  },
  "/api/reports/profit/export": { call: "GET /api/reports/profit", ...ofReport("profit") },
  "/api/reports/{of}/export": { call: "GET /api/reports/{of}", ...ofReport("income") },
};

/** How a file is written, and which page of a list is read, narrow nothing. */
const narrowing = (query: URLSearchParams) =>
  Object.fromEntries([...query].filter(([name]) => !["as", "limit", "cursor", "before"].includes(name)));

describe("the export of a list", () => {
  it.each(Object.entries(EXPORTS))("has in it what the list shows: %s", async (path, of) => {
    for (const beside of of.besides ?? []) fails(beside, GONE);
    const asked = answers(of.call, of.answer as never);
    const user = await openSignedIn(of.at);
    await waitFor(() => expect(screen.queryAllByRole("status", { name: "Loading" })).toEqual([]));
    if (of.menu) await user.click(await screen.findByRole("button", { name: of.menu }));
    const link = await screen.findByRole(of.menu ? "menuitem" : "link", { name: of.link });
    const to = new URL(link.getAttribute("href") ?? "", location.href);
    expect(to.pathname).toBe(path.replace("{of}", "income"));
    const carried = Object.fromEntries(new URLSearchParams(of.carries));
    expect(narrowing(to.searchParams)).toEqual(carried);
    expect(asked.map(({ query }) => narrowing(query))).toContainEqual(carried);
  });
});
