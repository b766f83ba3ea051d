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

/** What the form holds: a journey's fields stay while an amount is typed, and the other way round. */
export interface ExpenseFormValues
  extends Omit<
    ExpenseInput,
    "mileage" | "repeatUntil" | "receipts" | "businessProfileId" | "goodsOrService"
  > {
  goodsOrService: GoodsOrService;
  /** Empty: the account's first. */
  businessProfileId: string;
  isJourney: boolean;
  mileage: Mileage;
  repeatUntil: string;
}

/** The fields that show what is wrong with them. A field that is added does not compile until it stands here. */
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
    // Which of two forms it is.
    isJourney: false,
    // Its two parts, below.
    mileage: false,
  } as const satisfies Record<keyof ExpenseFormValues, boolean>),
  "mileage.vehicle",
  "mileage.miles",
] as const;

export const categoryOptions = EXPENSE_CATEGORIES.map(({ word, name }) => ({ value: word, label: name }));

/** What is known of a category. */
export const findCategory = (category: ExpenseCategory) =>
  EXPENSE_CATEGORIES.find(({ word }) => word === category) ?? EXPENSE_CATEGORIES[14];

/** Whether a word of an address is a category. */
export const isCategory = (word: string): word is ExpenseCategory =>
  EXPENSE_CATEGORIES.some((category) => category.word === word);

/** The category of what vehicles cost. */
export const VEHICLE_CATEGORY: ExpenseCategory = "carVanTravelExpenses";

/** What has a rate for each mile; a bicycle has none for the self-employed. */
export const vehicleOptions: { value: Vehicle; label: string }[] = [
  { value: "car", label: "Car or van" },
  { value: "motorcycle", label: "Motorbike" },
];

/** The same with a bicycle, of a journey that was written down when one could be. */
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

/** How the VAT of it stands, for a business that is registered. */
export const vatKindOptions: { value: VatKind; label: string }[] = [
  { value: "usual", label: "Charged by the supplier" },
  { value: "reverseCharge", label: "Reverse charge: I account for it" },
  { value: "capital", label: "Charged, on equipment I’ll keep" },
];

/** What is chosen in place of a rate where something is exempt. */
export const EXEMPT = "exempt";

/** Whether it is goods, for the flat rate scheme's test of limited cost. */
export const goodsOrServiceOptions: { value: GoodsOrService; label: string }[] = [
  { value: "notSaid", label: "Not sure" },
  { value: "goods", label: "Goods" },
  { value: "service", label: "A service or hire" },
];

/** The categories of which goods count in that test. */
const CATEGORIES_WITH_GOODS: readonly ExpenseCategory[] = [
  "costOfGoods",
  "premisesRunningCosts",
  "maintenanceCosts",
  "adminCosts",
  "otherExpenses",
];

/** Whether it matters whether something is goods; equipment that is kept never counts, nor what is under the reverse charge. */
export const canBeGoods = ({ category, vatKind }: Pick<ExpenseFormValues, "category" | "vatKind">) =>
  CATEGORIES_WITH_GOODS.includes(category) && vatKind !== "capital" && vatKind !== "reverseCharge";

/** A new expense of a day. */
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

/** An expense as the form has it. VAT that the rate tells stays untyped, so that it follows the amount. */
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
    // An older version of the app wrote none.
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

/** What a write carries. */
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
  // Without VAT there is no reverse charge, and what is exempt has none.
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
    // A form that an older version of the app kept has none: then it stays as it was.
    goodsOrService: form.goodsOrService ?? null,
    privateShare,
    // Of another category there is no such choice.
    vehicleCost: category === VEHICLE_CATEGORY && form.vehicleCost,
    mileage: null,
    repeat,
    repeatUntil: repeat === "never" || form.repeatUntil === "" ? null : form.repeatUntil,
  };
}

/** The same expense again, for a deletion that is undone. */
export const toRestoredInput = (expense: Expense): ExpenseInput => ({
  ...toExpenseInput(toExpenseForm(expense), expense.receipts),
  vatAmount: expense.vatRate === "" ? "" : expense.vatAmount,
});

/** What an expense goes by: whom it was paid to, what for, or a journey. */
export function getExpenseName(
  expense: Pick<ExpenseSummary, "supplier" | "description" | "mileage" | "category">,
) {
  if (expense.mileage) return `${expense.mileage.miles} ${expense.mileage.miles === "1" ? "mile" : "miles"}`;
  return expense.supplier || getFirstLine(expense.description) || findCategory(expense.category).name;
}

export const getFirstLine = (text: string) => text.split("\n")[0] ?? "";

/** Said of a journey whose worth takes the miles before it, which the server knows. */
export const AMOUNT_PENDING_TEXT = "worked out when there is signal";

/** Whether nobody knows yet what a journey is worth. */
export const isAmountPending = ({ mileage, amount }: Pick<ExpenseSummary, "mileage" | "amount">) =>
  mileage !== null && Number(amount) === 0;
