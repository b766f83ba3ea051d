import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { DateField } from "../../ui/DateField";
import { MoneyField } from "../../ui/NumberField";

/** Each instalment, its day and its amount, to change. */
export function InstalmentRows({
  rows,
  errorFor,
  onChange,
}: {
  rows: readonly TypedInstalment[];
  errorFor: (path: string) => string | undefined;
  onChange: (rows: TypedInstalment[]) => void;
}) {
  const updateRow = (at: number, change: Partial<TypedInstalment>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...change } : row)));
  return (
    <ol aria-label="Each instalment" className="grid gap-2">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an instalment is known by its place
        <li key={at} className="flex flex-wrap items-start gap-2">
          <span aria-hidden className="w-5 pt-3 text-quiet tabular-nums">
            {at + 1}
          </span>
          <DateField
            label={`Day of instalment ${at + 1}`}
            hideLabel
            className="min-w-0 flex-[2_1_8.5rem]"
            value={row.date}
            onValueChange={(date) => updateRow(at, { date })}
            error={errorFor(`instalments[${at}].date`)}
          />
          <MoneyField
            label={`Amount of instalment ${at + 1}`}
            hideLabel
            className="min-w-0 flex-[1_1_6.5rem]"
            value={row.amount}
            onValueChange={(amount) => updateRow(at, { amount })}
            error={errorFor(`instalments[${at}].amount`)}
          />
        </li>
      ))}
    </ol>
  );
}
