import type { CisSubcontractor } from "../../../api/generated/CisSubcontractor";
import type { CisSubcontractorInput } from "../../../api/generated/CisSubcontractorInput";

/** What the form of a subcontractor holds. */
export interface SubcontractorForm {
  contactId: string;
  name: string;
  utr: string;
  verificationNumber: string;
  vatRegistered: boolean;
  rates: { from: string; rate: string }[];
}

/** The rates, as HMRC gives them. */
export const RATES = [
  { value: "20", label: "20%: registered" },
  { value: "30", label: "30%: not registered, or not found" },
  { value: "0", label: "0%: gross payment status" },
];

export const subcontractorForm = (known: CisSubcontractor | undefined, today: string): SubcontractorForm => ({
  contactId: known?.contactId ?? "",
  name: known?.name ?? "",
  utr: known?.utr ?? "",
  verificationNumber: known?.verificationNumber ?? "",
  vatRegistered: known?.vatRegistered ?? false,
  rates: known?.rates.map(({ from, rate }) => ({ from, rate: String(rate) })) ?? [
    { from: today, rate: "20" },
  ],
});

export const subcontractorInput = (
  { name, utr, verificationNumber, vatRegistered, rates }: SubcontractorForm,
  version: number,
): CisSubcontractorInput => ({
  version,
  name,
  utr,
  verificationNumber,
  vatRegistered,
  rates: rates.map(({ from, rate }) => ({ from, rate: Number(rate) })),
});
