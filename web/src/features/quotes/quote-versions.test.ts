import { describe, expect, it } from "vitest";
import type { QuoteVersion } from "../../api/generated/QuoteVersion";
import { chooseVersions, formatVersionName } from "./quote-versions";

const version = (number: number, more: Partial<QuoteVersion> = {}): QuoteVersion => ({
  number,
  issuedAt: Date.UTC(2026, 10, 21, 10, 42),
  byCustomer: false,
  accepted: false,
  totalAmount: "10.00",
  ...more,
});

describe("the versions to compare", () => {
  const three = [version(3), version(2), version(1)];

  it("are the newest and the one before it", () => {
    expect(chooseVersions(three, { since: "", number: "" })).toEqual([2, 3]);
    expect(chooseVersions(three, { since: "nine", number: "9" })).toEqual([2, 3]);
  });

  it("are those in the address, in either order", () => {
    expect(chooseVersions(three, { since: "1", number: "3" })).toEqual([1, 3]);
    expect(chooseVersions(three, { since: "3", number: "1" })).toEqual([3, 1]);
    expect(chooseVersions(three, { since: "", number: "2" })).toEqual([1, 2]);
  });

  it("are null when there are fewer than two versions", () => {
    expect(chooseVersions([version(1)], { since: "", number: "" })).toBeNull();
    expect(chooseVersions([], { since: "", number: "" })).toBeNull();
  });
});

describe("the name of a version", () => {
  it("says whether the version was accepted or picked by the customer", () => {
    expect(formatVersionName(version(2))).toBe("Version 2 · 21 Nov 2026, 10:42");
    expect(formatVersionName(version(2, { accepted: true }))).toBe(
      "Version 2 · 21 Nov 2026, 10:42 · accepted",
    );
    expect(formatVersionName(version(2, { accepted: true, byCustomer: true }))).toMatch(
      /as your customer picked it$/,
    );
  });
});
