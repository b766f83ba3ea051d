import { useId } from "react";
import { cx } from "./cx";

export type ConflictSide = "mine" | "theirs";

/** The field's label. */
export interface ConflictField {
  field: string;
  /** The value before both changes; null if it isn't known. */
  stood: string | null;
  theirs: string;
  mine: string;
}

/** A field that was changed to different values here and elsewhere, with a choice between the two. */
export function ConflictChoice({
  conflict: { field, stood, theirs, mine },
  theirsHint,
  chosen,
  onChoose,
}: {
  conflict: ConflictField;
  theirsHint: string;
  chosen: ConflictSide | null;
  onChoose: (side: ConflictSide) => void;
}) {
  const name = useId();
  const renderOption = (side: ConflictSide, act: string, whose: string, text: string) => (
    <label
      className={cx(
        "flex min-h-control cursor-pointer items-start gap-3 rounded-md border p-3 has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
        chosen === side ? "border-ink bg-hover" : "border-line-strong hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name={name}
        checked={chosen === side}
        onChange={() => onChoose(side)}
        className="mt-0.5 size-5 shrink-0 accent-ink focus-visible:outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold text-ink">{act}</span>
          <span className="text-quiet text-sm">{whose}</span>
        </span>
        <span className="wrap-anywhere mt-1 line-clamp-6 block whitespace-pre-line">{text}</span>
      </span>
    </label>
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold text-ink">
        {field}
        {stood !== null && (
          <span className="wrap-anywhere mt-0.5 line-clamp-3 block whitespace-pre-line font-normal text-quiet text-sm">
            {`Before: ${stood}`}
          </span>
        )}
      </legend>
      {renderOption("mine", "Use mine", "What you typed here", mine)}
      {renderOption("theirs", "Use theirs", theirsHint, theirs)}
    </fieldset>
  );
}
