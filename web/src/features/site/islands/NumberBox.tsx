import { cx } from "../../../ui/cx";

/**
 * A small box for one figure, wide enough for a thumb. `lead` and `unit` stand before and behind what is typed, which
 * stays as it is; `problem` is the id of the sentence that says why it cannot be taken.
 */
export function NumberBox({
  label,
  value,
  onChange,
  lead,
  unit,
  wide = false,
  problem,
}: {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  lead?: string;
  unit?: string;
  wide?: boolean;
  problem?: string;
}) {
  return (
    <label className="inline-flex items-center gap-1.5 text-quiet">
      <span className="sr-only">{label}</span>
      {lead}
      <input
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem}
        onFocus={(event) => event.target.select()}
        className={cx(
          "h-11 rounded-md border border-line-strong/60 bg-paper px-2 text-center text-ink tabular-nums hover:border-line-strong focus-visible:border-ink aria-invalid:border-bad",
          wide ? "w-24 text-lg" : "w-14",
        )}
      />
      {unit}
    </label>
  );
}
