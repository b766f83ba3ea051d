import { cx } from "../../../ui/cx";

/** What is asked for now, or all that is open of an invoice that is paid in instalments. */
export function HowMuch({
  now,
  all,
  paysAll,
  onChange,
}: {
  now: string;
  all: string;
  paysAll: boolean;
  onChange: (paysAll: boolean) => void;
}) {
  const options = [
    { label: `${now} now`, isAll: false },
    { label: `All ${all}`, isAll: true },
  ];
  return (
    <fieldset className="mt-3 grid grid-cols-2 gap-2">
      <legend className="sr-only">How much would you like to pay?</legend>
      {options.map(({ label, isAll }) => (
        <label
          key={label}
          className={cx(
            "flex min-h-12 cursor-pointer items-center gap-2 rounded-md border px-3 font-medium text-ink",
            isAll === paysAll ? "border-ink" : "border-line",
          )}
        >
          <input
            type="radio"
            name="how-much"
            checked={isAll === paysAll}
            onChange={() => onChange(isAll)}
            className="size-5 shrink-0 accent-ink"
          />
          <span className="min-w-0 wrap-anywhere tabular-nums">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
