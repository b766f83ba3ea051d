import { cx } from "./cx";
import { Money } from "./Money";

/** A figure with what it is. */
export function LabelledAmount({
  label,
  text,
  strong = false,
  bad = false,
  isWide = false,
}: {
  label: string;
  text: string;
  strong?: boolean;
  bad?: boolean;
  /** A row of its own on a phone. */
  isWide?: boolean;
}) {
  return (
    <div className={cx("min-w-0", isWide && "max-md:col-span-full")}>
      <dt className="text-quiet text-sm">{label}</dt>
      <dd
        className={cx(
          "tabular-nums",
          strong ? "font-semibold text-lg" : "font-medium",
          bad ? "text-bad" : "text-ink",
        )}
      >
        <Money text={text} />
      </dd>
    </div>
  );
}

/** What stands beside a figure that rests on what was not read where it is made, and beside no other. */
export const CHECK_WITH_ACCOUNTANT = "Check with your accountant";
