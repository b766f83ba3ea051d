import { Controller, type UseFormReturn } from "react-hook-form";
import type { ExpensePreview } from "../../api/generated/ExpensePreview";
import { useRules } from "../../rules/rules";
import { FormNumberField } from "../../ui/FigureInput";
import { Money } from "../../ui/Money";
import { SegmentedControl } from "../../ui/Tabs";
import { isUnread } from "../../ui/typed-numbers";
import { type ExpenseFormValues, getVehicleOptions } from "./expense";
import { useExpensePreview } from "./useExpensePreview";

/** A journey: what was driven and how far. What it is worth is the server's word, beside the others of its tax year. */
export function MileageFields({
  form,
  id,
}: {
  form: UseFormReturn<ExpenseFormValues>;
  id: string | undefined;
}) {
  const { control, watch } = form;
  const [date, mileage] = watch(["date", "mileage"]);
  const { vehicle, miles } = mileage;
  const { preview, problem, later } = useExpensePreview(
    date !== "" && Number(miles) !== 0 && !isUnread(miles)
      ? { id: id ?? null, date, amount: "", vatRate: "", mileage: { vehicle, miles } }
      : null,
  );
  return (
    <>
      <Controller
        control={control}
        name="mileage.vehicle"
        render={({ field }) => (
          <SegmentedControl
            label="Vehicle"
            value={field.value}
            onValueChange={field.onChange}
            options={getVehicleOptions(field.value)}
          />
        )}
      />
      <FormNumberField control={control} name="mileage.miles" label="Miles" suffix="miles" placeholder="0" />
      <MileageAllowance preview={preview} problem={problem} later={later} />
    </>
  );
}

function MileageAllowance({
  preview,
  problem,
  later,
}: {
  preview?: ExpensePreview;
  problem?: string;
  later?: string;
}) {
  const { gbp } = useRules();
  const rate = preview?.mileage;
  return (
    <div aria-live="polite" className="min-h-12 rounded-lg bg-canvas px-4 py-3">
      {preview && rate ? (
        <>
          <p className="flex items-baseline justify-between gap-3">
            <span className="text-quiet">Allowance</span>
            <Money text={gbp(preview.amount)} className="font-semibold text-ink text-lg" />
          </p>
          <p className="text-quiet text-sm">
            {rate.upTo === null
              ? `${rate.first}p a mile.`
              : `${rate.first}p a mile for the first ${rate.upTo.toLocaleString("en-GB")} miles of a tax year, then ${rate.after}p.`}
            {` You have ${Number(rate.before).toLocaleString("en-GB")} miles before this one in ${rate.taxYear}.`}
          </p>
          {rate.confirmed ? null : (
            <p className="mt-1 text-sm text-warn">
              We haven’t checked this rate against HMRC’s own page yet. Please ask your accountant.
            </p>
          )}
        </>
      ) : problem ? (
        <p className="text-bad">{problem}</p>
      ) : (
        <p className="text-quiet">{later ?? "Enter the miles to see what they are worth."}</p>
      )}
    </div>
  );
}
