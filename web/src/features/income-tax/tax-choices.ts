import type { QuarterEnds } from "../../api/generated/QuarterEnds";
import type { ReportBasis } from "../../api/generated/ReportBasis";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import type { TaxedAs } from "../../api/generated/TaxedAs";
import type { VehicleCosts } from "../../api/generated/VehicleCosts";

type SelectOption<Value extends string> = { value: Value; label: string };

export const BUSINESS_OPTIONS: SelectOption<TaxedAs>[] = [
  { value: "soleTrader", label: "Sole trader" },
  { value: "partnership", label: "Partnership" },
  { value: "company", label: "Company" },
];

export const BASIS_OPTIONS: SelectOption<ReportBasis>[] = [
  { value: "cash", label: "Cash basis (by payments)" },
  { value: "accruals", label: "Accruals (by invoices)" },
];

export const VEHICLE_COST_OPTIONS: SelectOption<VehicleCosts>[] = [
  { value: "mileage", label: "A rate per mile" },
  { value: "actual", label: "Actual costs" },
];

export const QUARTER_OPTIONS: SelectOption<QuarterEnds>[] = [
  { value: "standard", label: "On the 5th" },
  { value: "calendar", label: "Month end" },
];

export const getOptionLabel = <Value extends string>(choices: SelectOption<Value>[], value: Value) =>
  choices.find((one) => one.value === value)?.label ?? "";

/** The values of the form, with the hours as typed. */
export interface TaxChoicesFormValues extends Omit<TaxChoices, "homeHours"> {
  homeHours: { hours: string }[];
}

export const toTaxChoicesForm = (choices: TaxChoices): TaxChoicesFormValues => ({
  ...choices,
  homeHours: choices.homeHours.map((hours) => ({ hours: hours === 0 ? "" : String(hours) })),
});

/** Converts form values to the input of a write. */
export const toTaxChoices = (form: TaxChoicesFormValues): TaxChoices => ({
  ...form,
  privateShare: form.vehicles === "actual" ? form.privateShare : "",
  homeHours: form.homeHours.map(({ hours }) => parseHours(hours)),
});

/** More hours than a month has: the server refuses them. */
const MAX_HOURS = 65_535;

/** Parses a field of whole numbers; the form isn't sent while the field contains anything else. */
const parseHours = (typed: string) => Math.min(Number(typed), MAX_HOURS);

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** The twelve tax months of a year: `6 Apr – 5 May`. */
export const listTaxMonthLabels = (year: string) =>
  Array.from({ length: 12 }, (_, at) => {
    const [first, last] = [at, at + 1].map((month) =>
      monthFormat.format(new Date(Date.UTC(Number(year), 3 + month, 1))),
    );
    return `6 ${first} – 5 ${last}`;
  });
