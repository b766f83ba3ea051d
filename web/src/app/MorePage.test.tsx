// @vitest-environment window
// The page is a list of places, which is always there: what it asks for only adds to them.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADA, SELF_HOSTED } from "../testing/basics";
import { answers, fails, holds, json } from "../testing/network";
import { findToast, openSignedIn } from "../testing/open";

const main = () => within(screen.getByRole("main"));
const place = (name: RegExp) => main().queryByRole("link", { name });

it("has its places before anything is known, and marks what is new", async () => {
  const { release } = holds("GET /api/notifications/unread", { unread: 3 });
  await openSignedIn("/more");
  expect(place(/^Notifications/)?.getAttribute("href")).toBe("/notifications");
  main().getByText(ADA.email);
  expect(place(/3 new/)).toBeNull();
  release();
  await main().findByRole("link", { name: /^Notifications.*3 new/ });
  for (const name of [/^Your plan/, /^Administration/, /^Waiting to be sent/]) expect(place(name)).toBeNull();
});

it("has its places where the server fails, and marks nothing", async () => {
  const asked = fails("GET /api/notifications/unread", json(500, { message: "deadlock detected" }));
  await openSignedIn("/more");
  expect(asked).not.toEqual([]);
  expect(place(/^Notifications/)).not.toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("leads to the plan where plans are sold, and to the administration whoever may go there", async () => {
  answers("GET /api/subscription", {
    ...SELF_HOSTED,
    plan: "plus",
    planName: "Plus",
    standing: { is: "lapsed", why: "trial" },
    mayWrite: false,
  });
  await openSignedIn("/more", { user: { ...ADA, isAdmin: true } });
  const plan = await main().findByRole("link", { name: /^Your plan/ });
  expect(plan.getAttribute("href")).toBe("/settings/plan");
  expect(place(/^Administration/)?.getAttribute("href")).toBe("/admin");
});

it("stays where the log-out failed, and says so", async () => {
  fails("POST /api/auth/logout", json(500, { message: "No" }));
  const user = await openSignedIn("/more");
  await user.click(main().getByRole("button", { name: "Log out" }));
  await findToast("Logout failed");
  expect(location.pathname).toBe("/more");
});
