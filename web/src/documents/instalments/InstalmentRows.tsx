import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { DateField } from "../../ui/DateField";
import { MoneyField } from "../../ui/NumberField";

/** Each instalment, its day and its amount, to change. */
export function InstalmentRows({
  rows,
  errorOf,
  onChange,
}: {
  rows: readonly TypedInstalment[];
  errorOf: (path: string) => string | undefined;
  onChange: (rows: TypedInstalment[]) => void;
}) {
  const put = (at: number, change: Partial<TypedInstalment>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...change } : row)));
  return (
    <ol aria-label="Each instalment" className="grid gap-2">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an instalment is known by its place
        <li key={at} className="grid grid-cols-[1.25rem_minmax(0,1fr)_minmax(0,7.5rem)] items-start gap-2">
          <span aria-hidden className="pt-3 text-quiet tabular-nums">
            {at + 1}
          </span>
          <DateField
            label={`Day of instalment ${at + 1}`}
            hideLabel
            value={row.date}
            onValueChange={(date) => put(at, { date })}
            error={errorOf(`instalments[${at}].date`)}
          />
          <MoneyField
            label={`Amount of instalment ${at + 1}`}
            hideLabel
            value={row.amount}
            onValueChange={(amount) => put(at, { amount })}
            error={errorOf(`instalments[${at}].amount`)}
          />
        </li>
      ))}
    </ol>
  );
}
