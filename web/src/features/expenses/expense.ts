import { listTrueKeys } from "../../api/all-fields";
import type { Expense } from "../../api/generated/Expense";
import type { ExpenseCategory } from "../../api/generated/ExpenseCategory";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import type { ExpenseSummary } from "../../api/generated/ExpenseSummary";
import { EXPENSE_CATEGORIES } from "../../api/generated/expense-categories";
import type { GoodsOrService } from "../../api/generated/GoodsOrService";
import type { Mileage } from "../../api/generated/Mileage";
import type { Repeat } from "../../api/generated/Repeat";
import type { VatKind } from "../../api/generated/VatKind";
import type { Vehicle } from "../../api/generated/Vehicle";

/** The values of the form: a journey's fields remain while an amount is typed, and vice versa. */
export interface ExpenseFormValues
  extends Omit<
    ExpenseInput,
    "mileage" | "repeatUntil" | "receipts" | "businessProfileId" | "goodsOrService"
  > {
  goodsOrService: GoodsOrService;
  /** Empty means the account's first. */
  businessProfileId: string;
  isJourney: boolean;
  mileage: Mileage;
  repeatUntil: string;
}

/** The fields that display their errors. A new field doesn't compile until it is listed here. */
export const expenseFields = [
  ...listTrueKeys({
    date: true,
    supplier: true,
    description: true,
    category: true,
    amount: true,
    vatRate: true,
    vatAmount: true,
    vatKind: true,
    goodsOrService: true,
    privateShare: true,
    vehicleCost: true,
    contactId: true,
    businessProfileId: true,
    job: true,
    repeat: true,
    repeatUntil: true,
    // Chooses between two forms, so it has no errors.
    isJourney: false,
    // Its two parts are listed below.
    mileage: false,
  } as const satisfies Record<keyof ExpenseFormValues, boolean>),
  "mileage.vehicle",
  "mileage.miles",
] as const;

export const categoryOptions = EXPENSE_CATEGORIES.map(({ word, name }) => ({ value: word, label: name }));

/** The details of a category. */
export const findCategory = (category: ExpenseCategory) =>
  EXPENSE_CATEGORIES.find(({ word }) => word === category) ?? EXPENSE_CATEGORIES[14];

/** Whether a word from the address is a category. */
export const isCategory = (word: string): word is ExpenseCategory =>
  EXPENSE_CATEGORIES.some((category) => category.word === word);

/** The category of vehicle costs. */
export const VEHICLE_CATEGORY: ExpenseCategory = "carVanTravelExpenses";

/** The vehicles that have a mileage rate; a bicycle has none for the self-employed. */
export const vehicleOptions: { value: Vehicle; label: string }[] = [
  { value: "car", label: "Car or van" },
  { value: "motorcycle", label: "Motorbike" },
];

/** The same with a bicycle, for a journey recorded when one could be chosen. */
export const getVehicleOptions = (chosen: Vehicle) =>
  chosen === "bicycle" ? [...vehicleOptions, { value: chosen, label: "Bicycle" }] : vehicleOptions;

export const repeatOptions: { value: Repeat; label: string }[] = [
  { value: "never", label: "Does not repeat" },
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every two weeks" },
  { value: "monthly", label: "Every month" },
  { value: "quarterly", label: "Every three months" },
  { value: "yearly", label: "Every year" },
];

/** How VAT applies to an expense, for a VAT-registered business. */
export const vatKindOptions: { value: VatKind; label: string }[] = [
  { value: "usual", label: "Charged by the supplier" },
  { value: "reverseCharge", label: "Reverse charge: I account for it" },
  { value: "capital", label: "Charged, on equipment I’ll keep" },
];

/** The value chosen instead of a rate for an exempt expense. */
export const EXEMPT = "exempt";

/** Whether an expense is for goods, for the flat rate scheme's limited cost test. */
export const goodsOrServiceOptions: { value: GoodsOrService; label: string }[] = [
  { value: "notSaid", label: "Not sure" },
  { value: "goods", label: "Goods" },
  { value: "service", label: "A service or hire" },
];

/** The categories whose goods count in that test. */
const CATEGORIES_WITH_GOODS: readonly ExpenseCategory[] = [
  "costOfGoods",
  "premisesRunningCosts",
  "maintenanceCosts",
  "adminCosts",
  "otherExpenses",
];

/**
 * Whether it matters that an expense is for goods; capital items never count, nor does anything under the
 * reverse charge.
 */
export const canBeGoods = ({ category, vatKind }: Pick<ExpenseFormValues, "category" | "vatKind">) =>
  CATEGORIES_WITH_GOODS.includes(category) && vatKind !== "capital" && vatKind !== "reverseCharge";

/** A new expense on a day. */
export function createExpenseForm(date: string): ExpenseFormValues {
  return {
    isJourney: false,
    date,
    supplier: "",
    description: "",
    category: "costOfGoods",
    amount: "",
    vatRate: "",
    vatAmount: "",
    vatKind: "usual",
    goodsOrService: "notSaid",
    privateShare: "",
    vehicleCost: false,
    contactId: null,
    businessProfileId: "",
    job: "",
    mileage: { vehicle: "car", miles: "" },
    repeat: "never",
    repeatUntil: "",
  };
}

/**
 * Converts an expense to form values. VAT that follows from the rate is left empty, so that it changes with
 * the amount.
 */
export function toExpenseForm(expense: Expense): ExpenseFormValues {
  const { date, supplier, description, category, contactId, job, repeat } = expense;
  return {
    isJourney: expense.mileage !== null,
    date,
    supplier,
    description,
    category,
    amount: expense.mileage ? "" : expense.amount,
    vatRate: expense.vatRate,
    vatAmount: expense.vatReckoned ? "" : expense.vatAmount,
    vatKind: expense.vatKind,
    // Expenses from an older version of the app don't have this field.
    goodsOrService: expense.goodsOrService ?? "notSaid",
    privateShare: expense.privateShare,
    vehicleCost: expense.vehicleCost,
    contactId,
    businessProfileId: expense.businessProfileId ?? "",
    job,
    mileage: expense.mileage ?? { vehicle: "car", miles: "" },
    repeat,
    repeatUntil: expense.repeatUntil ?? "",
  };
}

/** Converts form values to the input of a write. */
export function toExpenseInput(form: ExpenseFormValues, receipts: string[]): ExpenseInput {
  const { date, supplier, description, contactId, job } = form;
  const businessProfileId = form.businessProfileId || null;
  const commonFields = { date, supplier, description, contactId, businessProfileId, job, receipts };
  if (form.isJourney) {
    return {
      ...commonFields,
      supplier: "",
      category: VEHICLE_CATEGORY,
      amount: "",
      vatRate: "",
      vatAmount: "",
      vatKind: "usual",
      goodsOrService: "notSaid",
      privateShare: "",
      vehicleCost: false,
      mileage: form.mileage,
      repeat: "never",
      repeatUntil: null,
    };
  }
  const { category, amount, vatRate, vatAmount, privateShare, repeat } = form;
  // An expense without VAT can't be under the reverse charge, and one with VAT can't be exempt.
  const isReverseWithoutVat = vatRate === "" && form.vatKind === "reverseCharge";
  const isExempt = vatRate !== "" && form.vatKind === "exempt";
  const vatKind = isReverseWithoutVat || isExempt ? "usual" : form.vatKind;
  return {
    ...commonFields,
    category,
    amount,
    vatRate,
    vatAmount: vatRate === "" || vatKind === "reverseCharge" ? "" : vatAmount,
    vatKind,
    // A form stored by an older version of the app doesn't have this field: the value then stays unchanged.
    goodsOrService: form.goodsOrService ?? null,
    privateShare,
    // Other categories don't have this choice.
    vehicleCost: category === VEHICLE_CATEGORY && form.vehicleCost,
    mileage: null,
    repeat,
    repeatUntil: repeat === "never" || form.repeatUntil === "" ? null : form.repeatUntil,
  };
}

/** The input that creates the same expense again, to undo a deletion. */
export const toRestoredInput = (expense: Expense): ExpenseInput => ({
  ...toExpenseInput(toExpenseForm(expense), expense.receipts),
  vatAmount: expense.vatRate === "" ? "" : expense.vatAmount,
});

/** The displayed name of an expense: its supplier, its description, or a journey. */
export function getExpenseName(
  expense: Pick<ExpenseSummary, "supplier" | "description" | "mileage" | "category">,
) {
  if (expense.mileage) return `${expense.mileage.miles} ${expense.mileage.miles === "1" ? "mile" : "miles"}`;
  return expense.supplier || getFirstLine(expense.description) || findCategory(expense.category).name;
}

export const getFirstLine = (text: string) => text.split("\n")[0] ?? "";

/** Displayed for a journey whose amount depends on the miles before it, which only the server knows. */
export const AMOUNT_PENDING_TEXT = "worked out when there is signal";

/** Whether a journey's amount isn't known yet. */
export const isAmountPending = ({ mileage, amount }: Pick<ExpenseSummary, "mileage" | "amount">) =>
  mileage !== null && Number(amount) === 0;
