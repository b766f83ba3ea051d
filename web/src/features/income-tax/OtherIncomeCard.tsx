import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { OtherIncome } from "../../api/generated/OtherIncome";
import type { OtherIncomeInput } from "../../api/generated/OtherIncomeInput";
import type { TaxTrade } from "../../api/generated/TaxTrade";
import { FormDialog } from "../../entities/forms/FormDialog";
import { useRecordForm } from "../../entities/forms/useRecordForm";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { FormDateField, FormNumberField, FormSelectField, FormTextField } from "../../ui/form-fields";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { toast } from "../../ui/toast";
import { useAddOtherIncome, useRemoveOtherIncome } from "./queries";

/** Income without an invoice, such as interest or the sale of scrap. */
export function OtherIncomeCard({ rows, trades }: { rows: OtherIncome[]; trades: TaxTrade[] }) {
  const { gbp, dateLong } = useRules();
  const [adding, setAdding] = useState(false);
  const writing = usePlanGuard("reports");
  const remove = useRemoveOtherIncome();
  const add = useAddOtherIncome();
  const onRemove = (row: OtherIncome) =>
    remove.mutate(row.id, {
      onSuccess: () =>
        toast({
          title: `${row.description} removed`,
          action: {
            label: "Undo",
            onPress: () =>
              add.mutate({
                id: row.id,
                input: {
                  date: row.date,
                  description: row.description,
                  amount: row.amount,
                  businessProfileId: row.businessProfileId,
                },
              }),
          },
        }),
      onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <Card
      title="Other business income"
      hint="Such as interest or scrap you sold: income you didn’t invoice."
      flush
      action={
        <span className="flex items-center gap-3 print:hidden">
          <PlusBadge />
          <Button
            icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
            onClick={writing(() => setAdding(true))}
          >
            Add
          </Button>
        </span>
      }
    >
      {rows.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-quiet text-sm md:px-5">None in this tax year.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-control items-center gap-3 px-4 py-2 md:px-5">
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 break-words font-medium text-ink">{row.description}</span>
                <span className="block text-quiet text-sm">{dateLong(row.date)}</span>
              </span>
              <Money text={gbp(row.amount)} className="font-semibold text-ink" />
              <IconButton
                label={`Remove ${row.description}`}
                icon={<Trash2 aria-hidden size={18} strokeWidth={1.75} />}
                className="-mr-2 text-quiet print:hidden"
                onClick={writing(() => onRemove(row))}
              />
            </li>
          ))}
        </ul>
      )}
      {adding ? <AddOtherIncomeDialog trades={trades} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

const FIELDS = ["date", "description", "amount", "businessProfileId"] as const;

function AddOtherIncomeDialog({ trades, onClose }: { trades: TaxTrade[]; onClose: () => void }) {
  const add = useAddOtherIncome();
  const businesses = trades.flatMap(({ businesses }) => businesses);
  const { form, saving } = useRecordForm<unknown, OtherIncomeInput>({
    recordName: "income",
    values: {
      date: todayInLondon(),
      description: "",
      amount: "",
      businessProfileId: trades[0]?.businesses[0]?.id ?? null,
    },
    fields: FIELDS,
    write: (id, input) => add.mutateAsync({ id, input }),
    onSaved: () => {
      toast({ title: "Income added", tone: "good" });
      onClose();
    },
  });
  const { control } = form;
  return (
    <FormDialog
      title="Other business income"
      saving={saving}
      saveLabel="Add income"
      busyLabel="Adding…"
      onClose={onClose}
    >
      <FormTextField control={control} name="description" label="What for" placeholder="Bank interest" />
      <FormNumberField control={control} name="amount" label="Amount" prefix="£" placeholder="0.00" />
      {trades.length > 1 ? (
        <FormSelectField
          control={control}
          name="businessProfileId"
          label="Business"
          options={businesses.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <FormDateField control={control} name="date" label="Came in on" />
    </FormDialog>
  );
}
