// @vitest-environment window
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import { createRouter } from "./router";

type State = "loading" | "empty" | "failed" | "refused";

const NO_SERVER = "it reads nothing of the server's";
const LEADS_ON = "it only leads on to another screen";

// Of a state that a screen cannot have, why. Lists can be refused too, with the whole account: refused.test.tsx.
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
/** To the editor, which has them; the plan shuts the way itself. */
const WRITES = { loading: LEADS_ON, empty: LEADS_ON, failed: LEADS_ON };

/**
 * Every screen, and the states that it does not have. The others are asked for in its feature's tests, most of them in
 * states.test.tsx; where a plan or a look shuts it, in refused.test.tsx. The customer's page is none of the router's:
 * features/public/states.test.tsx has its states.
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

it("knows every screen there is, so that a new one is asked for its states", () => {
  const pathsOf = (routes: RouteObject[]): string[] =>
    routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);
  const router = createRouter();
  expect([...new Set(pathsOf(router.routes))].sort()).toEqual(Object.keys(SCREENS).sort());
  router.dispose();
});
