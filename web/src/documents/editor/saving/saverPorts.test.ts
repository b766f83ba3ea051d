import { expect, test } from "vitest";
import { emptyDraft } from "../draft/draft";
import { whyNotSent } from "./saverPorts";

const fine = { validate: () => [] };
const draft = emptyDraft("2026-11-20", "2026-12-20", "a");

test("a date outside the years that are accepted is not sent", () => {
  expect(whyNotSent(fine, "quote", draft)).toBeNull();
  expect(whyNotSent(fine, "quote", { ...draft, supplyDate: "" })).toBeNull();
  for (const wrong of [
    { issueDate: "0126-11-20" },
    { endDate: "9999-12-20" },
    { supplyDate: "0002-11-20" },
  ]) {
    expect(whyNotSent(fine, "invoice", { ...draft, ...wrong })).toBe("Fix the fields in red to save this.");
  }
});
