import { describe, expect, it } from "vitest";
import { daysAfter, todayInLondon } from "./calendar";

describe("calendar dates", () => {
  it("takes the day in London, not in UTC", () => {
    expect(todayInLondon(new Date("2026-06-30T23:30:00Z"))).toBe("2026-07-01");
    expect(todayInLondon(new Date("2026-11-21T23:30:00Z"))).toBe("2026-11-21");
  });
  it("counts over months, years and the change of the clocks", () => {
    expect(daysAfter("2026-03-28", 2)).toBe("2026-03-30");
    expect(daysAfter("2026-12-20", 30)).toBe("2027-01-19");
    expect(daysAfter("", 30)).toBe("");
  });
});
