import type { VatFlatRate } from "../../api/generated/VatFlatRate";
import type { VatPeriods } from "../../api/generated/VatPeriods";
import type { VatRegistration } from "../../api/generated/VatRegistration";

type SelectChoice<Value extends string> = { value: Value; label: string };

export const PERIOD_CHOICES: SelectChoice<VatPeriods>[] = [
  { value: "march", label: "Quarters to Mar, Jun, Sept, Dec" },
  { value: "january", label: "Quarters to Jan, Apr, Jul, Oct" },
  { value: "february", label: "Quarters to Feb, May, Aug, Nov" },
  { value: "monthly", label: "Every month" },
  { value: "annual", label: "A year (annual accounting)" },
];

const MONTH_FORMAT = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });

export const MONTH_CHOICES = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1),
  label: MONTH_FORMAT.format(new Date(Date.UTC(2026, at, 1))),
}));

/** How a business accounts: one value for both parts of a scheme. */
export type AccountingMethod = "invoices" | "payments" | `flat-${VatFlatRate}` | `flat-cash-${VatFlatRate}`;

export const ACCOUNTING_METHODS: SelectChoice<AccountingMethod>[] = [
  { value: "invoices", label: "By invoices" },
  { value: "payments", label: "By payments (cash accounting)" },
  { value: "flat-building", label: "Flat rate, building 9.5%, by invoices" },
  { value: "flat-cash-building", label: "Flat rate, building 9.5%, by payments" },
  { value: "flat-labourOnly", label: "Flat rate, labour only 14.5%, by invoices" },
  { value: "flat-cash-labourOnly", label: "Flat rate, labour only 14.5%, by payments" },
];

/** The values of the form. */
export interface RegistrationValues {
  from: string;
  until: string;
  periods: VatPeriods;
  annualEndsIn: string;
  schemes: { from: string; way: AccountingMethod }[];
}

const findAccountingMethod = ({ cash, flatRate }: VatRegistration["schemes"][number]): AccountingMethod => {
  if (flatRate) return cash ? `flat-cash-${flatRate}` : `flat-${flatRate}`;
  return cash ? "payments" : "invoices";
};

/** Converts a registration to form values; without one, to the usual defaults. */
export function toRegistrationValues(registration: VatRegistration | null): RegistrationValues {
  if (!registration) return { from: "", until: "", periods: "march", annualEndsIn: "3", schemes: [] };
  const { from, until, periods, annualEndsIn, schemes } = registration;
  return {
    from,
    until: until ?? "",
    periods,
    annualEndsIn: String(annualEndsIn || 3),
    schemes: schemes.map((scheme) => ({ from: scheme.from, way: findAccountingMethod(scheme) })),
  };
}

/** Converts form values to the input of a write. */
export function toVatRegistration(form: RegistrationValues, version: number): VatRegistration {
  return {
    version,
    from: form.from,
    until: form.until || null,
    periods: form.periods,
    annualEndsIn: form.periods === "annual" ? Number(form.annualEndsIn) : 0,
    schemes: form.schemes.map(({ from, way }) => {
      const flatRate: VatFlatRate | null = way.endsWith("building")
        ? "building"
        : way.endsWith("labourOnly")
          ? "labourOnly"
          : null;
      return { from, cash: way === "payments" || way.startsWith("flat-cash"), flatRate };
    }),
  };
}
