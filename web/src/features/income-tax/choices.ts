import type { QuarterEnds } from "../../api/generated/QuarterEnds";
import type { ReportBasis } from "../../api/generated/ReportBasis";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import type { TaxedAs } from "../../api/generated/TaxedAs";
import type { VehicleCosts } from "../../api/generated/VehicleCosts";

type Choice<Value extends string> = { value: Value; label: string };

export const BUSINESSES: Choice<TaxedAs>[] = [
  { value: "soleTrader", label: "Sole trader" },
  { value: "partnership", label: "Partnership" },
  { value: "company", label: "Company" },
];

export const BASES: Choice<ReportBasis>[] = [
  { value: "cash", label: "Cash basis (by payments)" },
  { value: "accruals", label: "Accruals (by invoices)" },
];

export const VEHICLE_COSTS: Choice<VehicleCosts>[] = [
  { value: "mileage", label: "A rate per mile" },
  { value: "actual", label: "Actual costs" },
];

export const QUARTERS: Choice<QuarterEnds>[] = [
  { value: "standard", label: "On the 5th" },
  { value: "calendar", label: "Month end" },
];

export const labelOf = <Value extends string>(choices: Choice<Value>[], value: Value) =>
  choices.find((one) => one.value === value)?.label ?? "";

/** What the form holds: hours as they are typed. */
export interface ChoicesForm extends Omit<TaxChoices, "homeHours"> {
  homeHours: { hours: string }[];
}

export const choicesForm = (choices: TaxChoices): ChoicesForm => ({
  ...choices,
  homeHours: choices.homeHours.map((hours) => ({ hours: hours === 0 ? "" : String(hours) })),
});

/** What a write carries. */
export const choicesInput = (form: ChoicesForm): TaxChoices => ({
  ...form,
  privateShare: form.vehicles === "actual" ? form.privateShare : "",
  homeHours: form.homeHours.map(({ hours }) => wholeHours(hours)),
});

/** More than a month has: what is beyond it the server refuses. */
const TOO_MANY = 65_535;

/** The hours of a field of whole numbers, whose form is not sent while it holds anything else. */
const wholeHours = (typed: string) => Math.min(Number(typed), TOO_MANY);

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** The twelve tax months of a year: `6 Apr – 5 May`. */
export const monthsOf = (year: string) =>
  Array.from({ length: 12 }, (_, at) => {
    const [first, last] = [at, at + 1].map((month) =>
      MONTH.format(new Date(Date.UTC(Number(year), 3 + month, 1))),
    );
    return `6 ${first} – 5 ${last}`;
  });
