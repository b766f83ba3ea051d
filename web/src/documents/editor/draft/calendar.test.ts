import { describe, expect, it } from "vitest";
import { todayInLondon } from "./calendar";

describe("calendar dates", () => {
  it("takes the day in London, not in UTC", () => {
    expect(todayInLondon(new Date("2026-06-30T23:30:00Z"))).toBe("2026-07-01");
    expect(todayInLondon(new Date("2026-11-21T23:30:00Z"))).toBe("2026-11-21");
  });
});
