import { expect, it } from "vitest";
import type { DisplayedVariation } from "../../api/generated/DisplayedVariation";
import { getAcceptLabel, getDeclineLabel } from "./acceptance";

it("labels the buttons for a quote and for a variation", () => {
  const variation = {} as DisplayedVariation;
  expect([getAcceptLabel({}), getDeclineLabel({})]).toEqual(["Accept Quote", "Decline Quote"]);
  expect([getAcceptLabel({ variation }), getDeclineLabel({ variation })]).toEqual([
    "Accept Variation",
    "Decline Variation",
  ]);
});
