import { expect, it } from "vitest";
import type { DisplayedVariation } from "../../api/generated/DisplayedVariation";
import { acceptLabel, declineLabel } from "./labels";

it("names what is accepted", () => {
  const variation = {} as DisplayedVariation;
  expect([acceptLabel({}), declineLabel({})]).toEqual(["Accept Quote", "Decline Quote"]);
  expect([acceptLabel({ variation }), declineLabel({ variation })]).toEqual([
    "Accept Variation",
    "Decline Variation",
  ]);
});
