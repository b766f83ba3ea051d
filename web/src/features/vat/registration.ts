import type { VatFlatRate } from "../../api/generated/VatFlatRate";
import type { VatPeriods } from "../../api/generated/VatPeriods";
import type { VatRegistration } from "../../api/generated/VatRegistration";

type Choice<Value extends string> = { value: Value; label: string };

export const PERIODS: Choice<VatPeriods>[] = [
  { value: "march", label: "Quarters to Mar, Jun, Sept, Dec" },
  { value: "january", label: "Quarters to Jan, Apr, Jul, Oct" },
  { value: "february", label: "Quarters to Feb, May, Aug, Nov" },
  { value: "monthly", label: "Every month" },
  { value: "annual", label: "A year (annual accounting)" },
];

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });

export const MONTHS = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1),
  label: MONTH.format(new Date(Date.UTC(2026, at, 1))),
}));

/** How a business accounts: one word for both parts of a scheme. */
export type Way = "invoices" | "payments" | `flat-${VatFlatRate}` | `flat-cash-${VatFlatRate}`;

export const WAYS: Choice<Way>[] = [
  { value: "invoices", label: "By invoices" },
  { value: "payments", label: "By payments (cash accounting)" },
  { value: "flat-building", label: "Flat rate, building 9.5%, by invoices" },
  { value: "flat-cash-building", label: "Flat rate, building 9.5%, by payments" },
  { value: "flat-labourOnly", label: "Flat rate, labour only 14.5%, by invoices" },
  { value: "flat-cash-labourOnly", label: "Flat rate, labour only 14.5%, by payments" },
];

/** What the form holds. */
export interface RegistrationForm {
  from: string;
  until: string;
  periods: VatPeriods;
  annualEndsIn: string;
  schemes: { from: string; way: Way }[];
}

const wayOf = ({ cash, flatRate }: VatRegistration["schemes"][number]): Way => {
  if (flatRate) return cash ? `flat-cash-${flatRate}` : `flat-${flatRate}`;
  return cash ? "payments" : "invoices";
};

/** As the form has it; without a registration as most are. */
export function registrationForm(registration: VatRegistration | null): RegistrationForm {
  if (!registration) return { from: "", until: "", periods: "march", annualEndsIn: "3", schemes: [] };
  const { from, until, periods, annualEndsIn, schemes } = registration;
  return {
    from,
    until: until ?? "",
    periods,
    annualEndsIn: String(annualEndsIn || 3),
    schemes: schemes.map((scheme) => ({ from: scheme.from, way: wayOf(scheme) })),
  };
}

/** What a write carries. */
export function registrationInput(form: RegistrationForm, version: number): VatRegistration {
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
