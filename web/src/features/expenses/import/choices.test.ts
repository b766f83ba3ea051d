import { expect, it } from "vitest";
import type { BankOutcome } from "../../../api/generated/BankOutcome";
import type { BankRow } from "../../../api/generated/BankRow";
import {
  type BankRowChoice,
  countNew,
  countSettled,
  countUnanswered,
  getCategoryForRow,
  toBankChoices,
} from "./BankRows";

const row = (number: number, outcome: BankOutcome, isFee = false): BankRow => ({
  row: number,
  isFee,
  outcome,
  date: "2026-11-12",
  supplier: "Screwfix",
  amount: "43.20",
  category: "costOfGoods",
  suggested: true,
  says: "",
});

const makeChoices = (...all: [string, BankRowChoice][]) => new Map<string, BankRowChoice>(all);

it("counts new rows that are not left out, and other rows with a chosen category", () => {
  const rows = [row(2, "new"), row(3, "byHand"), row(4, "known"), row(5, "deleted"), row(6, "moneyIn")];
  expect(countNew(rows, makeChoices())).toBe(1);
  expect(countNew(rows, makeChoices(["2", null]))).toBe(0);
  // A line equal to an existing one may belong to another account.
  expect(countNew(rows, makeChoices(["3", "adminCosts"], ["4", "adminCosts"], ["5", "adminCosts"]))).toBe(4);
  expect(countNew(rows, makeChoices(["6", "adminCosts"]))).toBe(1);
  expect(getCategoryForRow(row(2, "new"), makeChoices())).toBe("costOfGoods");
  expect(getCategoryForRow(row(3, "byHand"), makeChoices())).toBeNull();
});

it("treats a payment and its fee as separate rows, and counts the rows without a choice", () => {
  const rows = [row(2, "notExpense"), row(2, "new", true), row(3, "perhaps")];
  expect(countNew(rows, makeChoices())).toBe(1);
  expect(countNew(rows, makeChoices(["2-fee", null]))).toBe(0);
  expect(countUnanswered(rows, makeChoices())).toBe(1);
  const answered = makeChoices(["3", "same"], ["2-fee", null], ["2", "wagesAndStaffCosts"]);
  expect([countUnanswered(rows, answered), countSettled(rows, answered), countNew(rows, answered)]).toEqual([
    0, 2, 1,
  ]);
  const onBoth = toBankChoices([row(4, "known")], makeChoices(["4", "adminCosts"]));
  expect(onBoth).toEqual([{ row: 4, isFee: false, category: "adminCosts", same: false, again: true }]);
  expect(toBankChoices(rows, answered)).toEqual([
    { row: 2, isFee: false, category: "wagesAndStaffCosts", same: false, again: false },
    { row: 2, isFee: true, category: null, same: false, again: false },
    { row: 3, isFee: false, category: null, same: true, again: false },
  ]);
});
