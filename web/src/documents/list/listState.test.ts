import { expect, it } from "vitest";
import { filterOf, paramsOf, viewQueryOf } from "./listState";

it("a view says what the address says, and back", () => {
  for (const address of [
    "",
    "q=boiler&status=overdue",
    "status=paid&archived=true&from=2026-01-01&to=2026-03-31&sort=total&order=desc",
    "sort=due&order=asc",
  ]) {
    const query = viewQueryOf(filterOf(new URLSearchParams(address)));
    expect(filterOf(paramsOf(query))).toEqual(filterOf(new URLSearchParams(address)));
  }
});

it("what is no order is none", () => {
  expect(viewQueryOf(filterOf(new URLSearchParams("sort=colour&order=desc"))).sort).toBe("");
  const kept = { q: "", status: "", archived: false, from: "", to: "", sort: "-updatedAt" };
  expect(paramsOf(kept).toString()).toBe("");
});
