import { expect, it } from "vitest";
import type { BankOutcome } from "../../../api/generated/BankOutcome";
import type { BankRow } from "../../../api/generated/BankRow";
import { categoryFor, newCount } from "./choices";

const row = (number: number, outcome: BankOutcome): BankRow => ({
  row: number,
  outcome,
  date: "2026-11-12",
  supplier: "Screwfix",
  amount: "43.20",
  category: "costOfGoods",
  suggested: true,
  says: "",
});

it("adds what is new, less what is left out, and what else is chosen", () => {
  const rows = [row(2, "new"), row(3, "byHand"), row(4, "known"), row(5, "deleted"), row(6, "moneyIn")];
  expect(newCount(rows, new Map())).toBe(1);
  expect(newCount(rows, new Map([[2, null]]))).toBe(0);
  expect(
    newCount(
      rows,
      new Map([
        [3, "adminCosts"],
        [5, "adminCosts"],
        [4, "adminCosts"],
      ]),
    ),
  ).toBe(3);
  expect(categoryFor(row(2, "new"), new Map())).toBe("costOfGoods");
  expect(categoryFor(row(3, "byHand"), new Map())).toBeNull();
});
