import { useQuery } from "@tanstack/react-query";
import type { CisContractor } from "../../api/generated/CisContractor";
import type { CisStatementInput } from "../../api/generated/CisStatementInput";
import { contactsQuery } from "../../entities/contacts/queries";
import { FormDialog } from "../../entities/forms/FormDialog";
import { useRecordForm } from "../../entities/forms/useRecordForm";
import { useRules } from "../../rules/rules";
import { FormNumberField, FormSelectField } from "../../ui/form-fields";
import { toast } from "../../ui/toast";
import { useAddStatement } from "./queries";

const isoDay = (year: number, month: number, number: number) =>
  new Date(Date.UTC(year, month, number)).toISOString().slice(0, 10);

/** The tax months of a tax year, each from a 6th to a 5th. */
export const listTaxMonths = (year: string) =>
  Array.from({ length: 12 }, (_, at) => ({
    from: isoDay(Number(year), 3 + at, 6),
    to: isoDay(Number(year), 4 + at, 5),
  }));

const FIELDS = ["contractor", "month", "gross", "materials", "deducted"] as const;

/** Records a contractor's statement. */
export function CisStatementDialog({
  year,
  today,
  contractors,
  initialValues,
  onClose,
}: {
  year: string;
  today: string;
  /** The contractors who deducted in this year. */
  contractors: CisContractor[];
  /** The values filled in at the start. */
  initialValues: Partial<CisStatementInput>;
  onClose: () => void;
}) {
  const { dateLong } = useRules();
  const contacts = useQuery(contactsQuery).data ?? [];
  const add = useAddStatement();
  // A future month can't have a statement.
  const months = listTaxMonths(year).filter(({ from }) => from <= today);
  const { form, saving } = useRecordForm<unknown, CisStatementInput>({
    recordName: "statement",
    values: {
      contractor: contractors[0]?.key ?? "",
      month: months.at(-1)?.to ?? "",
      gross: "",
      materials: "",
      deducted: "",
      ...initialValues,
    },
    fields: FIELDS,
    write: (id, input) => add.mutateAsync({ id, input }),
    onSaved: () => {
      toast({ title: "Statement added", tone: "good" });
      onClose();
    },
  });
  const { control } = form;
  const otherContractors = contacts
    .filter((one) => one.cis_contractor && !contractors.some(({ key }) => key === one.id))
    .map(({ id, name, company }) => ({ value: id, label: company || name }));
  return (
    <FormDialog
      title="Contractor’s statement"
      description="Copy what it says: payments without VAT, materials, and what was deducted."
      saving={saving}
      saveLabel="Add statement"
      busyLabel="Adding…"
      onClose={onClose}
    >
      <FormSelectField
        control={control}
        name="contractor"
        label="Contractor"
        options={[
          { value: "", label: "Choose a contractor" },
          ...contractors.map(({ key, name }) => ({ value: key, label: name })),
          ...otherContractors,
        ]}
      />
      <FormSelectField
        control={control}
        name="month"
        label="Month"
        options={months.map(({ from, to }) => ({
          value: to,
          label: `${dateLong(from)} to ${dateLong(to)}`,
        }))}
      />
      <FormNumberField
        control={control}
        name="gross"
        label="Paid, without VAT"
        prefix="£"
        placeholder="0.00"
      />
      <FormNumberField
        control={control}
        name="materials"
        label="Materials"
        optional
        prefix="£"
        placeholder="0.00"
      />
      <FormNumberField control={control} name="deducted" label="Deducted" prefix="£" placeholder="0.00" />
    </FormDialog>
  );
}
