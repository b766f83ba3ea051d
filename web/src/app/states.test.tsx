// @vitest-environment window
// The screens that are displayed instead of the whole app.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockFault, mockResponse, respondJson } from "../testing/network";
import { findHeading, openSignedIn, waitForPath } from "../testing/open-app";

it("says that the account is suspended and whom to write to, and lets its owner log out", async () => {
  const message =
    "This account is suspended. Nothing in it has been deleted. Please write to help@example.com.";
  mockFault("GET /api/auth/me", respondJson(403, { code: "suspended", message }));
  const user = await openSignedIn("/quotes");
  await findHeading("Account suspended");
  screen.getByText(message);
  expect(screen.queryByRole("navigation")).toBeNull();
  mockFault("POST /api/auth/logout", () => {
    mockResponse("GET /api/auth/me", null);
    return new Response(null, { status: 204 });
  });
  await user.click(screen.getByRole("button", { name: "Log out" }));
  await waitForPath("/login");
});

it("says that there is no such page, and leads to the dashboard", async () => {
  await openSignedIn("/no-such-page");
  await findHeading("There is no page here");
  const link = screen.getByRole("link", { name: "Go to the dashboard" });
  expect(link.getAttribute("href")).toBe("/dashboard");
});
