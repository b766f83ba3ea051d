import { expect, test } from "vitest";
import { buildRecordsPath, CUSTOM_DAYS, readReportFilters } from "./queries";

const readFilters = (query: string) => readReportFilters(new URLSearchParams(query), "2026-11-25");

test("a report covers this tax year unless the address says otherwise", () => {
  expect(readFilters("")).toMatchObject({
    report: "profit",
    from: "2026-04-06",
    to: "2027-04-05",
    basis: "",
  });
  expect(readFilters("report=income&period=2026-10&basis=accruals")).toMatchObject({
    report: "income",
    label: "October 2026",
    from: "2026-10-01",
    to: "2026-10-31",
    basis: "accruals",
  });
  expect(readFilters("from=2026-11-01&to=2026-11-12")).toMatchObject({ period: CUSTOM_DAYS, label: null });
});

test("the address of the records retains the named period of the report", () => {
  const records = buildRecordsPath("income", readFilters("report=income"), "month", "2026-05");
  const { searchParams } = new URL(records, "http://plumbline.example");
  expect(searchParams.get("key")).toBe("2026-05");
  expect(readReportFilters(searchParams, "2026-11-25").label).toBe("Tax year 2026/27");
});
