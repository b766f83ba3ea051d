import { expect, test } from "vitest";
import { emptyExpense, expenseInput } from "./expense";

test("what an older version of the app kept of a form says nothing of goods", () => {
  const { goodsOrService: _, ...kept } = { ...emptyExpense("2026-11-12"), amount: "43.20" };
  expect(expenseInput(kept as ReturnType<typeof emptyExpense>, []).goodsOrService).toBeNull();
  expect(expenseInput({ ...kept, goodsOrService: "service" }, []).goodsOrService).toBe("service");
});
