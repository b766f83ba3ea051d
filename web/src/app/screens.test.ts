// @vitest-environment window
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import { createRouter } from "./router";

type State = "loading" | "empty" | "failed" | "refused";

const NO_SERVER = "it reads nothing of the server's";
const LEADS_ON = "it only leads on to another screen";

// The states that a screen can't have, with the reason. Lists can also be refused together with the whole
// account: see refused.test.tsx.
const ALL = {};
const LIST = { refused: "it is there for everybody, and in no plan alone" };
const ONE = { empty: "it is one thing: there, or gone" };
const ALWAYS = { ...LIST, empty: "its figures or fields are always there" };
const FORM = { empty: "a form begins empty" };
const BLANK = { ...FORM, loading: NO_SERVER, failed: "it is said where it is saved" };
const FILE = { empty: "a file without rows is refused" };
const FIXED = { loading: NO_SERVER, empty: NO_SERVER, failed: NO_SERVER, refused: NO_SERVER };
const DEVICE = { failed: "a device that cannot be read holds nothing", refused: NO_SERVER };
const REDIRECT = { loading: LEADS_ON, empty: LEADS_ON, failed: LEADS_ON, refused: LEADS_ON };
/** These lead to the editor, which has these states; the plan locks the page itself. */
const WRITES = { loading: LEADS_ON, empty: LEADS_ON, failed: LEADS_ON };

/**
 * Every screen, with the states that it doesn't have. The other states are tested with their feature, most of
 * them in states.test.tsx; screens that are locked by a plan or by support access, in refused.test.tsx. The
 * customer's page isn't in the router: see features/public/states.test.tsx.
 */
const SCREENS: Record<string, Partial<Record<State, string>>> = {
  "*": FIXED,
  "/": REDIRECT,
  "/activities": LIST,
  "/add-contact": BLANK,
  "/admin": ONE,
  "/admin/audit": ALL,
  "/admin/support": ALL,
  "/admin/support/:id": ONE,
  "/admin/users": ALL,
  "/admin/users/:id": ONE,
  "/archives": LIST,
  "/arriving": FILE,
  "/cis": LIST,
  "/cis/:year": ALL,
  "/cis/contractor": LIST,
  "/cis/contractor/:year": ALL,
  "/cis/contractor/business/:id": ONE,
  "/cis/payments/:id": ONE,
  "/cis/payments/new": ALL,
  "/cis/subcontractors/:id": ONE,
  "/cis/subcontractors/new": FORM,
  "/contacts": LIST,
  "/contacts/:id": ONE,
  "/contacts/:id/edit": ONE,
  "/contacts/:id/statement": ALL,
  "/contacts/import": FILE,
  "/credit-notes": LIST,
  "/credit-notes/:id": ONE,
  "/dashboard": LIST,
  "/expenses": LIST,
  "/expenses/create": BLANK,
  "/expenses/edit/:id": ONE,
  "/expenses/import": FILE,
  "/expenses/shared": REDIRECT,
  "/forgot-password": BLANK,
  "/income-tax": ALWAYS,
  "/income-tax/:year": ONE,
  "/income-tax/:year/choices": ONE,
  "/income-tax/:year/records": ALL,
  "/income-tax/:year/updates/:number": ALL,
  "/invoices": LIST,
  "/invoices/:id": ONE,
  "/invoices/:id/late-payment": ONE,
  "/invoices/create": WRITES,
  "/invoices/edit/:id": ONE,
  "/items": LIST,
  "/items/edit/:id": ONE,
  "/items/import": FILE,
  "/login": BLANK,
  "/more": FIXED,
  "/notifications": LIST,
  "/notifications/:id": { empty: LEADS_ON },
  "/owed": LIST,
  "/owed/:id": ALL,
  "/quotes": LIST,
  "/quotes/:id": ONE,
  "/quotes/:id/versions": ALL,
  "/quotes/create": WRITES,
  "/quotes/edit/:id": ONE,
  "/quotes/templates": LIST,
  "/recurring": LIST,
  "/recurring/:id": ONE,
  "/recurring/create": FORM,
  "/recurring/edit/:id": ONE,
  "/register": BLANK,
  "/reports": ALL,
  "/reports/:report/records": ALL,
  "/reports/year-pack": ALL,
  "/reset-password": BLANK,
  "/search": LIST,
  "/settings": ALWAYS,
  "/settings/business-profiles": LIST,
  "/settings/business-profiles/:id": ONE,
  "/settings/business-profiles/:id/reminders": ONE,
  "/settings/device": DEVICE,
  "/settings/install": FIXED,
  "/settings/notifications": ALWAYS,
  "/settings/plan": LIST,
  "/support": LIST,
  "/vat": LIST,
  "/vat/:id/bad-debts": ALL,
  "/vat/:id/records": ALL,
  "/vat/:id/registration": ONE,
  "/verify-email": BLANK,
  "/waiting": DEVICE,
};

it("lists every screen, so that the states of a new one must be tested", () => {
  const pathsOf = (routes: RouteObject[]): string[] =>
    routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);
  const router = createRouter();
  expect([...new Set(pathsOf(router.routes))].sort()).toEqual(Object.keys(SCREENS).sort());
  router.dispose();
});
