import { expect, test } from "vitest";
import { describePlan, formatGigabytes } from "./labels";

test.each([
  ["28728 MB free", "28.7 GB free"],
  ["812 MB free", "812 MB free"],
  ["Database reached", "Database reached"],
])("formats %s as %s", (found, read) => {
  expect(formatGigabytes(found)).toBe(read);
});

test("says which plan an account has, and until when", () => {
  expect(describePlan({ plan: "trial", standing: { is: "trial", to: "2026-12-11", daysLeft: 14 } })).toBe(
    "Trial, to 11 Dec 2026",
  );
  expect(describePlan({ plan: "core", standing: { is: "paying" } })).toBe("Core");
  expect(describePlan({ plan: "plus", standing: { is: "ending", to: "2027-01-01" } })).toBe(
    "Plus, to 1 Jan 2027",
  );
  expect(describePlan({ plan: "core", standing: { is: "lapsed", why: "unpaid" } })).toBe("Core, not paid");
});
