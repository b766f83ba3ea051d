import { expect, it } from "vitest";
import { parseFilter, toSearchParams, toViewQuery } from "./useListState";

const narrowed = (address: string) => parseFilter(new URLSearchParams(address));

it("reads from the address what a list is narrowed to", () => {
  expect(narrowed("q=tap&status=sent&archived=true&from=2026-11-01&to=2026-11-30")).toMatchObject({
    q: "tap",
    status: "sent",
    archived: true,
    from: "2026-11-01",
    to: "2026-11-30",
  });
});

it.each(["0126-11-20", "1999-12-31", "2100-01-01", "20-11-2026"])("ignores the invalid date %s", (day) => {
  expect(narrowed(`from=${day}&to=${day}`)).toMatchObject({ from: "", to: "" });
});

it("restores the filters that a view was saved with", () => {
  const address = "q=tap&status=sent&archived=true&from=2026-11-01&to=2026-11-30&sort=total&order=desc";
  const query = toViewQuery(narrowed(address));
  expect(query).toEqual({
    q: "tap",
    status: "sent",
    archived: true,
    from: "2026-11-01",
    to: "2026-11-30",
    sort: "-totalAmount",
  });
  expect(toSearchParams(query).toString()).toBe(address);
  expect(toSearchParams(toViewQuery(narrowed("q=%20"))).toString()).toBe("");
});
