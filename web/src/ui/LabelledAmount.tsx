import { cx } from "./cx";
import { Money } from "./Money";

/** An amount with its label. */
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
  /** Takes a row of its own on a phone. */
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

/** Shown beside every amount that rests on a rule we haven't confirmed in a public source, and only there. */
export const CHECK_WITH_ACCOUNTANT = "Check with your accountant";
