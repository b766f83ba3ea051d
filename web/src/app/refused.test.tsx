// @vitest-environment window
// What is displayed instead of screens that create or change something when the plan has lapsed or support is
// looking, and what lists display, which are refused only together with the whole account. The exports of the
// lists are tested here too.
import { screen, waitFor, within } from "@testing-library/react";
import type { RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import type { FilePath } from "../api/generated/paths";
import type { SubscriptionResponse } from "../api/generated/SubscriptionResponse";
import { ADA, MARGARET, NO_DOCUMENTS, SELF_HOSTED } from "../testing/fixtures";
import { type ApiCall, mockFault, mockResponse, respondJson } from "../testing/network";
import { findHeading, openSignedIn } from "../testing/open-app";
import { NOT_FOUND } from "../testing/screen-states";
import { createRouter } from "./router";
import type { RouteHandle } from "./shell/AppShell";

const ID = "51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902";

const router = createRouter();
const flattenRoutes = (routes: RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...flattenRoutes(route.children ?? [])]);
const allScreens = flattenRoutes(router.routes);
router.dispose();

/** The addresses of the screens whose handle matches. */
function listAddresses(isSo: (handle: RouteHandle, params: { id?: string }) => unknown): string[] {
  return allScreens.flatMap(({ path, handle }) => {
    if (!path || !handle) return [];
    const id = [ID, "new"].find((one) => isSo(handle as RouteHandle, { id: one }));
    return id === undefined ? [] : [path.replace(":id", id)];
  });
}

const isWritingRoute = ({ writes: isWritingRoute }: RouteHandle, params: { id?: string }) =>
  typeof isWritingRoute === "function" ? isWritingRoute(params) : isWritingRoute;

const OWN_CALLS: ApiCall[] = [
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

it.each(listAddresses(isWritingRoute))("says on %s that the plan has ended", async (path) => {
  mockResponse("GET /api/subscription", LAPSED);
  // Until the role is known, a page may send its own requests.
  for (const own of OWN_CALLS) mockFault(own, NOT_FOUND);
  await openSignedIn(path);
  await findHeading("Your free trial is over");
  screen.getByText(/^You can still read, share and export everything/);
  const links = within(screen.getByRole("main")).getAllByRole("link", { name: "Choose a plan" });
  for (const link of links) expect(link.getAttribute("href")).toBe("/settings/plan");
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each(listAddresses((handle, params) => isWritingRoute(handle, params) || handle.edits))(
  "says on %s that support can only look",
  async (path) => {
    await openSignedIn(path, { user: { ...ADA, supportUntil: Date.now() + 3_600_000 } });
    await findHeading("You’re only looking: you can’t change anything");
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

it.each([
  ["the owner", undefined, ["New quote", "New invoice", "Edit"], ["More actions"]],
  ["support", 3_600_000, [], []],
] as const)("offers %s the right actions on a contact's page", async (_, left, links, buttons) => {
  mockResponse("GET /api/contacts/{id}", MARGARET);
  mockResponse("GET /api/contacts/{id}/chasing", { off: false });
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  mockResponse("GET /api/credit-notes", NO_DOCUMENTS);
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

const LISTS: [path: string, call: ApiCall, says: string][] = [
  ["/dashboard", "GET /api/dashboard", "The dashboard could not be loaded"],
  ["/quotes", "GET /api/quotes", "Your quotes could not be loaded"],
  ["/quotes/templates", "GET /api/quote-templates", "Your templates could not be loaded"],
  ["/invoices", "GET /api/invoices", "Your invoices could not be loaded"],
  ["/credit-notes", "GET /api/credit-notes", "Your credit notes could not be loaded"],
  ["/contacts", "GET /api/contacts", "Your customers could not be loaded"],
  ["/expenses", "GET /api/expenses", "Your expenses could not be loaded"],
  ["/recurring", "GET /api/recurring", "Your recurring invoices could not be loaded"],
  ["/items", "GET /api/items", "Your items could not be loaded"],
  ["/activities", "GET /api/activities", "Your activities could not be loaded"],
  ["/notifications", "GET /api/notifications", "Your notifications could not be loaded"],
  ["/archives", "GET /api/quotes", "Your archives could not be loaded"],
  ["/owed", "GET /api/owed", "The amounts owed to you could not be loaded"],
  ["/settings", "GET /api/account", "Your account could not be loaded"],
  ["/settings/business-profiles", "GET /api/business-profiles", "Your profiles could not be loaded"],
  ["/settings/plan", "GET /api/subscription", "Your plan could not be loaded"],
  ["/support", "GET /api/support", "This could not be loaded"],
  ["/search?q=a", "GET /api/search", "The search didn’t work"],
  ["/vat", "GET /api/vat", "The VAT return could not be loaded"],
];

describe("a list of an account that has just been suspended", () => {
  it.each(LISTS)("gives the reason on %s, and can be reloaded", async (path, call, says) => {
    const why = "This account is suspended. Please write to help@example.com.";
    // The page also requests counts and marks, which are irrelevant here.
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
      mockFault(beside, respondJson(403, { code: "suspended", message: why }));
    const requests = mockFault(call, respondJson(403, { code: "suspended", message: why }));
    const user = await openSignedIn(path);
    const heading = await screen.findByRole("heading", { name: says });
    const alert = within(heading.closest("[role=alert]") as HTMLElement);
    alert.getByText(why);
    const before = requests.length;
    await user.click(alert.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(requests.length).toBeGreaterThan(before));
  });
});

interface ExportSpec {
  /** The list's address with every filter set. */
  at: string;
  /** The request for its rows. */
  call: ApiCall;
  answer: unknown;
  /** Other requests of the page. */
  besides?: readonly ApiCall[];
  /** The menu that contains the export, if it is in one, and the label of the export. */
  menu?: RegExp;
  link: string;
  /** The filters that both requests must contain; a list that is searched on the device is exported whole. */
  carries: string;
}

const describeDocumentExport = (list: "quotes" | "invoices" | "credit-notes"): ExportSpec => ({
  at: `/${list}?q=tap&status=draft&archived=true&from=2026-01-01&to=2026-03-31&sort=total&order=desc`,
  call: `GET /api/${list}`,
  answer: NO_DOCUMENTS,
  besides: [`GET /api/${list}/counts`, `GET /api/${list}/batches`, "GET /api/views"],
  menu: /^More for your/,
  link: "Export as spreadsheet",
  carries: "q=tap&status=draft&archived=true&from=2026-01-01&to=2026-03-31&sort=-totalAmount",
});

const describeReportExport = (report: string): Omit<ExportSpec, "call"> => ({
  at: `/reports?report=${report}&from=2026-01-03&to=2026-03-30&basis=accruals`,
  answer: EMPTY_OWED,
  menu: /^Download$/,
  link: "CSV",
  carries: "from=2026-01-03&to=2026-03-30&basis=accruals",
});

const DEBTOR = {
  outstanding: "1.00",
  overdue: "0.00",
  notDue: "1.00",
  to30: "0.00",
  to60: "0.00",
  to90: "0.00",
  over90: "0.00",
  invoices: 1,
};
/** The sums of each report, all empty. */
const EMPTY_OWED = {
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

const EXPORTS: Record<Extract<FilePath, `${string}/export`>, ExportSpec> = {
  "/api/quotes/export": describeDocumentExport("quotes"),
  "/api/invoices/export": describeDocumentExport("invoices"),
  "/api/credit-notes/export": describeDocumentExport("credit-notes"),
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
      customers: [{ ...DEBTOR, contactId: null, name: MARGARET.name, oldest: "2026-09-15", age: "notDue" }],
      all: DEBTOR,
      today: "2026-09-01",
    },
    menu: /^Download$/,
    link: "CSV",
    carries: "sort=most",
  },
  "/api/reports/profit/export": { call: "GET /api/reports/profit", ...describeReportExport("profit") },
  "/api/reports/{of}/export": { call: "GET /api/reports/{of}", ...describeReportExport("income") },
};

/** The file format and the page of a list aren't filters. */
const listFilters = (query: URLSearchParams) =>
  Object.fromEntries([...query].filter(([name]) => !["as", "limit", "cursor", "before"].includes(name)));

describe("the export of a list", () => {
  it.each(Object.entries(EXPORTS))("contains what the list shows: %s", async (path, spec) => {
    for (const beside of spec.besides ?? []) mockFault(beside, NOT_FOUND);
    const requests = mockResponse(spec.call, spec.answer as never);
    const user = await openSignedIn(spec.at);
    await waitFor(() => expect(screen.queryAllByRole("status", { name: "Loading" })).toEqual([]));
    if (spec.menu) await user.click(await screen.findByRole("button", { name: spec.menu }));
    const link = await screen.findByRole(spec.menu ? "menuitem" : "link", { name: spec.link });
    const to = new URL(link.getAttribute("href") ?? "", location.href);
    expect(to.pathname).toBe(path.replace("{of}", "income"));
    const carried = Object.fromEntries(new URLSearchParams(spec.carries));
    expect(listFilters(to.searchParams)).toEqual(carried);
    expect(requests.map(({ query }) => listFilters(query))).toContainEqual(carried);
  });
});
