import { expect, it } from "vitest";
import type { StoredDocument } from "../types";
import { happenings } from "./timeline";

it("says the London day of everything that happened", () => {
  const sent = { quoteNumber: "Q-0001", sentDate: "2026-06-17", acceptedDate: "2026-06-18" };
  // Half past midnight in London's summer.
  const made = { createdAt: Date.parse("2026-06-15T23:30:00Z") };
  expect(happenings({ ...made, ...sent } as StoredDocument).map(({ label, at }) => [label, at])).toEqual([
    ["Draft made", "2026-06-16"],
    ["Sent as Q-0001", "2026-06-17"],
    ["Accepted by the customer", "2026-06-18"],
  ]);
});
