import { expect, it } from "vitest";
import type { VariationShown } from "../../api/generated/VariationShown";
import { acceptLabel, declineLabel } from "./labels";

it("names what is accepted", () => {
  const variation = {} as VariationShown;
  expect([acceptLabel({}), declineLabel({})]).toEqual(["Accept Quote", "Decline Quote"]);
  expect([acceptLabel({ variation }), declineLabel({ variation })]).toEqual([
    "Accept Variation",
    "Decline Variation",
  ]);
});
