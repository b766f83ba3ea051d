import type { CisSubcontractor } from "../../../api/generated/CisSubcontractor";
import type { CisSubcontractorInput } from "../../../api/generated/CisSubcontractorInput";

/** What the form of a subcontractor holds. */
export interface SubcontractorFormValues {
  contactId: string;
  name: string;
  utr: string;
  verificationNumber: string;
  vatRegistered: boolean;
  rates: { from: string; rate: string }[];
}

/** The rates, as HMRC gives them. */
export const DEDUCTION_RATES = [
  { value: "20", label: "20%: registered" },
  { value: "30", label: "30%: not registered, or not found" },
  { value: "0", label: "0%: gross payment status" },
];

export const toSubcontractorForm = (
  subcontractor: CisSubcontractor | undefined,
  today: string,
): SubcontractorFormValues => ({
  contactId: subcontractor?.contactId ?? "",
  name: subcontractor?.name ?? "",
  utr: subcontractor?.utr ?? "",
  verificationNumber: subcontractor?.verificationNumber ?? "",
  vatRegistered: subcontractor?.vatRegistered ?? false,
  rates: subcontractor?.rates.map(({ from, rate }) => ({ from, rate: String(rate) })) ?? [
    { from: today, rate: "20" },
  ],
});

export const toSubcontractorInput = (
  { name, utr, verificationNumber, vatRegistered, rates }: SubcontractorFormValues,
  version: number,
): CisSubcontractorInput => ({
  version,
  name,
  utr,
  verificationNumber,
  vatRegistered,
  rates: rates.map(({ from, rate }) => ({ from, rate: Number(rate) })),
});
