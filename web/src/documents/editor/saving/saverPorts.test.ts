import { expect, test } from "vitest";
import { createEmptyDraft } from "../draft/draft";
import { getReasonNotSent } from "./saverPorts";

const fine = { validate: () => [] };
const draft = createEmptyDraft("2026-11-20", "2026-12-20", "a");

test("a date outside the years that are accepted is not sent", () => {
  expect(getReasonNotSent(fine, "quote", draft)).toBeNull();
  expect(getReasonNotSent(fine, "quote", { ...draft, supplyDate: "" })).toBeNull();
  for (const wrong of [
    { issueDate: "0126-11-20" },
    { endDate: "9999-12-20" },
    { supplyDate: "0002-11-20" },
  ]) {
    expect(getReasonNotSent(fine, "invoice", { ...draft, ...wrong })).toBe(
      "Fix the fields in red to save this.",
    );
  }
});
