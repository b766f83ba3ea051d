// @vitest-environment window
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { createDraft, SELF_HOSTED } from "../../testing/fixtures";
import { mockHeldResponse, mockResponse } from "../../testing/network";
import { findHeading, openSignedIn } from "../../testing/open-app";
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the plan", {
  path: "/settings/plan",
  call: "GET /api/subscription",
  answer: {
    ...SELF_HOSTED,
    plan: "plus",
    planName: "Plus",
    standing: { is: "paying" } as SubscriptionResponse["standing"],
    paidTo: "2026-12-31",
  },
  shows: "Cancel plan",
  // A server that sells no plans.
  empty: { answer: SELF_HOSTED, says: "Everything is included" },
  fails: "Your plan could not be loaded",
});

const LAPSED: SubscriptionResponse = {
  ...SELF_HOSTED,
  plan: "plus",
  planName: "Plus",
  standing: { is: "lapsed", why: "trial" },
  sentence: "Your free trial is over.",
  mayWrite: false,
};

/** Every link with this text leads to the plans: the banner at the top of each page has one too. */
function expectLink(name: string) {
  const links = within(screen.getByRole("main")).getAllByRole("link", { name });
  for (const link of links) expect(link.getAttribute("href")).toBe("/settings/plan");
}

describe("when the plan has ended", () => {
  it("says so instead of showing the editor of a quote", async () => {
    mockResponse("GET /api/subscription", LAPSED);
    mockResponse("GET /api/quotes/{id}", {
      ...createDraft("quote"),
      quoteNumber: null,
      expiryDate: null,
      acceptedDate: null,
      declinedDate: null,
      declineReason: null,
      acceptance: null,
      depositFate: null,
      convertedInvoiceId: null,
      stages: 0,
    });
    await openSignedIn(`/quotes/edit/${createDraft("quote").id}`);
    await findHeading("Quote");
    await screen.findByRole("heading", { name: "Your free trial is over" });
    expectLink("Choose a plan");
  });
});

describe("a page that is part of Plus", () => {
  it("says that it is part of Plus, and sends no request for its data", async () => {
    mockResponse("GET /api/subscription", { ...SELF_HOSTED, features: [] });
    await openSignedIn("/reports");
    await screen.findByRole("heading", { name: "Reports are part of Plus" });
    expectLink("See plans");
  });

  it("says that it is loading until the plan is known", async () => {
    const { release } = mockHeldResponse("GET /api/subscription", { ...SELF_HOSTED, features: [] });
    await openSignedIn("/reports");
    await screen.findByRole("status", { name: "Loading" });
    release();
    await screen.findByRole("heading", { name: "Reports are part of Plus" });
    expect(screen.queryByRole("status", { name: "Loading" })).toBeNull();
  });
});
