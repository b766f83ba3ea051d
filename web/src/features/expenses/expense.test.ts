import { describe, expect, test } from "vitest";
import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import type { VatKind } from "../../api/generated/VatKind";
import { createExpenseForm, toExpenseForm, toExpenseInput, toRestoredInput } from "./expense";

test("sends no choice of goods or services from a form that an older version of the app saved", () => {
  const { goodsOrService: _, ...oldForm } = { ...createExpenseForm("2026-11-12"), amount: "43.20" };
  expect(toExpenseInput(oldForm as ReturnType<typeof createExpenseForm>, []).goodsOrService).toBeNull();
  expect(toExpenseInput({ ...oldForm, goodsOrService: "service" }, []).goodsOrService).toBe("service");
});

/** An expense in which every field differs from a new one. */
const SPENT: Expense = {
  id: "e1",
  version: 3,
  date: "2026-09-01",
  supplier: "Screwfix",
  description: "New clutch",
  category: "carVanTravelExpenses",
  amount: "240.00",
  vatRate: "20",
  vatAmount: "39.99",
  vatReckoned: false,
  privateShare: "30",
  vehicleCost: true,
  vatKind: "capital",
  goodsOrService: "goods",
  contactId: "c1",
  businessProfileId: "p1",
  job: "3 Mill Lane",
  mileage: null,
  repeat: "monthly",
  repeatUntil: "2027-09-01",
  repeatNext: "2026-10-01",
  repeatOf: "e0",
  fromBank: true,
  receipts: ["r1", "r2"],
  createdAt: 1,
  updatedAt: 2,
};

/**
 * What a write has to contain to leave an expense unchanged: this doesn't compile until a new field is added
 * here.
 */
const storedIn = (expense: Expense): Required<ExpenseInput> => ({
  date: expense.date,
  supplier: expense.supplier,
  description: expense.description,
  category: expense.category,
  amount: expense.amount,
  vatRate: expense.vatRate,
  vatAmount: expense.vatAmount,
  vatKind: expense.vatKind,
  goodsOrService: expense.goodsOrService,
  privateShare: expense.privateShare,
  vehicleCost: expense.vehicleCost,
  contactId: expense.contactId,
  businessProfileId: expense.businessProfileId,
  job: expense.job,
  mileage: expense.mileage,
  repeat: expense.repeat,
  repeatUntil: expense.repeatUntil,
  receipts: expense.receipts,
});

const savedUnchanged = (expense: Expense) => toExpenseInput(toExpenseForm(expense), expense.receipts);

describe("an expense that is opened and saved unchanged", () => {
  const empty = toExpenseInput(createExpenseForm("2026-11-12"), []);
  const fields = (Object.keys(storedIn(SPENT)) as (keyof ExpenseInput)[]).filter((one) => one !== "mileage");

  test.each(fields)("sends its %s as it was stored", (field) => {
    // If it equalled a new expense's value, the test would not notice its loss.
    expect(SPENT[field]).not.toEqual(empty[field]);
    expect(savedUnchanged(SPENT)[field]).toEqual(SPENT[field]);
  });

  test("sends nothing else", () => {
    expect(savedUnchanged(SPENT)).toEqual(storedIn(SPENT));
  });

  test("sends a journey as it was stored", () => {
    const { contactId, businessProfileId, job, date, description, receipts } = SPENT;
    const journey: Expense = {
      ...SPENT,
      ...{
        supplier: "",
        vatRate: "",
        vatAmount: "0.00",
        vatReckoned: true,
        privateShare: "",
        vehicleCost: false,
      },
      ...{ vatKind: "usual", goodsOrService: "notSaid", repeat: "never", repeatUntil: null },
      mileage: { vehicle: "motorcycle", miles: "12.5" },
    };
    const commonFields = {
      contactId,
      businessProfileId,
      job,
      date,
      description,
      receipts,
      mileage: journey.mileage,
    };
    expect(savedUnchanged(journey)).toMatchObject(commonFields);
    // The server calculates both.
    expect(savedUnchanged(journey)).toEqual({ ...storedIn(journey), amount: "", vatAmount: "" });
  });

  test.each<[VatKind, rate: string, vat: string]>([
    ["usual", "20", "40.00"],
    ["usual", "", ""],
    ["capital", "5", "11.43"],
    ["capital", "", ""],
    ["reverseCharge", "20", ""],
    ["exempt", "", ""],
  ])("stays %s at a rate of '%s'", (vatKind, vatRate, vatAmount) => {
    const told = { ...SPENT, vatKind, vatRate, vatAmount: vatAmount || "0.00" };
    expect(savedUnchanged(told)).toMatchObject({ vatKind, vatRate, vatAmount });
  });

  test("lets the VAT follow the amount when it was calculated from the rate", () => {
    expect(savedUnchanged({ ...SPENT, vatReckoned: true }).vatAmount).toBe("");
  });
});

test("undoing a deletion restores every field of the expense", () => {
  expect(toRestoredInput(SPENT)).toEqual(storedIn(SPENT));
  expect(toRestoredInput({ ...SPENT, vatReckoned: true }).vatAmount).toBe(SPENT.vatAmount);
});
