import { describe, expect, it } from "vitest";
import { daysBetween, todayInLondon } from "./calendar";

describe("calendar dates", () => {
  it("takes the day in London, not in UTC", () => {
    expect(todayInLondon(new Date("2026-06-30T23:30:00Z"))).toBe("2026-07-01");
    expect(todayInLondon(new Date("2026-11-21T23:30:00Z"))).toBe("2026-11-21");
  });
  it("counts the days between two, over the change of the clocks", () => {
    expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
    expect(daysBetween("2026-12-20", "2027-01-19")).toBe(30);
    expect(daysBetween("", "2027-01-19")).toBe(0);
  });
});
