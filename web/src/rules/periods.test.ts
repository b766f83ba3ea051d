import { describe, expect, it } from "vitest";
import { formatTaxYear, getTaxYear, listPeriods, listTaxYears, parsePeriod } from "./periods";
import { loadRules } from "./rules";

it("offers the months of a year and three tax years", () => {
  const offered = listPeriods("2026-01-31");
  expect(offered.slice(0, 5).map(({ label }) => label)).toEqual([
    "Tax year 2025/26",
    "Tax year 2024/25",
    "Tax year 2023/24",
    "January 2026",
    "December 2025",
  ]);
  expect(offered).toHaveLength(16);
  expect(offered.at(-1)?.value).toBe("2025-01");
});

it("begins a tax year on 6 April and ends a month where it ends", () => {
  expect(listPeriods("2026-04-05")[0]?.value).toBe("tax-2025");
  expect(listPeriods("2026-04-06")[0]?.value).toBe("tax-2026");
  expect(parsePeriod("tax-2025")).toMatchObject({ from: "2025-04-06", to: "2026-04-05" });
  expect(parsePeriod("2028-02")).toMatchObject({ from: "2028-02-01", to: "2028-02-29" });
  expect(parsePeriod("2026-12")).toMatchObject({ from: "2026-12-01", to: "2026-12-31" });
  for (const wrong of ["", "2026-13", "tax-26", "yesterday"]) expect(parsePeriod(wrong)).toBeUndefined();
});

describe("a tax year", () => {
  it("begins on 6 April", () => {
    expect(getTaxYear("2026-04-05")).toBe("2025");
    expect(getTaxYear("2026-04-06")).toBe("2026");
    expect(getTaxYear("2027-01-01")).toBe("2026");
    expect(formatTaxYear("2026")).toBe("2026/27");
    expect(formatTaxYear("2099")).toBe("2099/00");
    expect(listTaxYears("2026-11-25", "2026")).toEqual(["2026", "2025", "2024"]);
    expect(listTaxYears("2026-11-25", "2020")).toEqual(["2020", "2026", "2025", "2024"]);
  });
  it("is core's", async () => {
    const { taxYear } = await loadRules();
    for (const year of ["2023", "2024", "2099"]) {
      for (const day of ["01-01", "04-05", "04-06", "12-31"]) {
        expect(formatTaxYear(getTaxYear(`${year}-${day}`))).toBe(taxYear(`${year}-${day}`));
      }
    }
  });
});
