import { expect, test } from "vitest";
import { askedBy, DAYS, placeOf } from "./asked";

const on = (query: string) => askedBy(new URLSearchParams(query), "2026-11-25");

test("a report is of this tax year unless the address says more", () => {
  expect(on("")).toMatchObject({ report: "profit", from: "2026-04-06", to: "2027-04-05", basis: "" });
  expect(on("report=income&period=2026-10&basis=accruals")).toMatchObject({
    report: "income",
    label: "October 2026",
    from: "2026-10-01",
    to: "2026-10-31",
    basis: "accruals",
  });
  expect(on("from=2026-11-01&to=2026-11-12")).toMatchObject({ period: DAYS, label: null });
});

test("the way back from the records of a named span names it again", () => {
  const records = placeOf("income", on("report=income"), "month", "2026-05");
  const { searchParams } = new URL(records, "http://plumbline.example");
  expect(searchParams.get("key")).toBe("2026-05");
  expect(askedBy(searchParams, "2026-11-25").label).toBe("Tax year 2026/27");
});
