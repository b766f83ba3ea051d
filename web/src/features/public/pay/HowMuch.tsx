import { cx } from "../../../ui/cx";

/** What is asked for now, or all that is open of an invoice that is paid in instalments. */
export function AmountChoice({
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
    { before: "", amount: now, after: " now", isAll: false },
    { before: "All ", amount: all, after: "", isAll: true },
  ];
  return (
    <fieldset className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2">
      <legend className="sr-only">How much would you like to pay?</legend>
      {options.map(({ before, amount, after, isAll }) => (
        <label
          key={String(isAll)}
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
          <span className="min-w-0 tabular-nums">
            {before}
            <span className="whitespace-nowrap">{amount}</span>
            {after}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
