// @vitest-environment window
// The page is a list of links that is always displayed: its requests only add details.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADA, SELF_HOSTED } from "../testing/fixtures";
import { mockFault, mockHeldResponse, mockResponse, respondJson } from "../testing/network";
import { findToast, openSignedIn } from "../testing/open-app";

const getMain = () => within(screen.getByRole("main"));
const queryLink = (name: RegExp) => getMain().queryByRole("link", { name });

it("shows its links before any data has arrived, and marks new notifications", async () => {
  const { release } = mockHeldResponse("GET /api/notifications/unread", { unread: 3 });
  await openSignedIn("/more");
  expect(queryLink(/^Notifications/)?.getAttribute("href")).toBe("/notifications");
  getMain().getByText(ADA.email);
  expect(queryLink(/3 new/)).toBeNull();
  release();
  await getMain().findByRole("link", { name: /^Notifications.*3 new/ });
  for (const name of [/^Your plan/, /^Administration/, /^Waiting to be sent/])
    expect(queryLink(name)).toBeNull();
});

it("shows its links if the server fails, and marks nothing", async () => {
  const asked = mockFault(
    "GET /api/notifications/unread",
    respondJson(500, { message: "deadlock detected" }),
  );
  await openSignedIn("/more");
  expect(asked).not.toEqual([]);
  expect(queryLink(/^Notifications/)).not.toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("links to the plan if plans are sold, and to the administration for an admin", async () => {
  mockResponse("GET /api/subscription", {
    ...SELF_HOSTED,
    plan: "plus",
    planName: "Plus",
    standing: { is: "lapsed", why: "trial" },
    mayWrite: false,
  });
  await openSignedIn("/more", { user: { ...ADA, isAdmin: true } });
  const plan = await getMain().findByRole("link", { name: /^Your plan/ });
  expect(plan.getAttribute("href")).toBe("/settings/plan");
  expect(queryLink(/^Administration/)?.getAttribute("href")).toBe("/admin");
});

it("stays on the page if logging out fails, and says so", async () => {
  mockFault("POST /api/auth/logout", respondJson(500, { message: "No" }));
  const user = await openSignedIn("/more");
  await user.click(getMain().getByRole("button", { name: "Log out" }));
  await findToast("Logout failed");
  expect(location.pathname).toBe("/more");
});
