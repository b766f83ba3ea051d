import { expect, it } from "vitest";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import { markUnread } from "../../ui/typed-numbers";
import { calculateExpense } from "./offline";

const input = (typed: Partial<ExpenseInput>) =>
  ({
    date: "2026-11-23",
    amount: "120.00",
    vatRate: "20",
    vatAmount: "",
    mileage: null,
    ...typed,
  }) as ExpenseInput;

const refused = (path: string, msg: string) =>
  expect.objectContaining({ status: 422, errors: [expect.objectContaining({ path, msg })] });

it("calculates the VAT from the rate, unless the VAT on the receipt is entered", async () => {
  expect(await calculateExpense("e", input({}))).toEqual({
    amount: "120.00",
    vatAmount: "20.00",
    vatReckoned: true,
  });
  expect(await calculateExpense("e", input({ vatAmount: "19.99" }))).toMatchObject({
    vatAmount: "19.99",
    vatReckoned: false,
  });
  expect(await calculateExpense("e", input({ amount: "-12", vatAmount: "-2" }))).toMatchObject({
    vatAmount: "-2.00",
  });
});

it.each([
  [{ amount: markUnread("1.2.3") }, "amount", "Please enter an amount such as 12.50."],
  [{ amount: "" }, "amount", "Please enter the amount."],
  [{ amount: "0.00" }, "amount", "Please enter the amount."],
  [{ amount: "12.505" }, "amount", "Please enter pounds and pence."],
  [{ vatAmount: markUnread("1.2.3") }, "vatAmount", "Please enter an amount such as 12.50."],
  [{ vatAmount: "120.01" }, "vatAmount", "The VAT can’t be more than the amount."],
  [{ vatAmount: "-1" }, "vatAmount", "The VAT can’t be more than the amount."],
  [{ vatRate: "", vatAmount: "1" }, "vatRate", "Please choose the VAT rate."],
])("refuses values that cannot be read or that the server would refuse: %j", async (typed, path, msg) => {
  await expect(calculateExpense("e", input(typed))).rejects.toEqual(refused(path, msg));
});
