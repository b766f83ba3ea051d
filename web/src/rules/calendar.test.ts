import { describe, expect, it } from "vitest";
import { daysBetween, monthEnd, plusMonths, todayInLondon } from "./calendar";

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
  it("ends a month on its last day, and counts months to it", () => {
    expect(monthEnd("2028-02-01")).toBe("2028-02-29");
    expect(monthEnd("2026-12-31")).toBe("2026-12-31");
    expect(plusMonths("2026-11-30", 3)).toBe("2027-02-28");
    expect(plusMonths("2026-11-05", 1)).toBe("2026-12-05");
    expect(plusMonths("2026-12-31", 2)).toBe("2027-02-28");
    expect([monthEnd(""), plusMonths("", 1)]).toEqual(["", ""]);
  });
});
