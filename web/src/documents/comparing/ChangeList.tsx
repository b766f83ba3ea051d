import type { ChangedPart } from "../../api/generated/ChangedPart";
import type { ChangedValue } from "../../api/generated/ChangedValue";
import type { ChangeKind } from "../../api/generated/ChangeKind";
import type { Comparison } from "../../api/generated/Comparison";
import type { DocumentChange } from "../../api/generated/DocumentChange";
import { cx } from "../../ui/cx";

const PART_TITLES: Record<ChangedPart, string> = {
  details: "Details",
  job: "The job",
  choices: "Choices",
  sections: "Sections",
  lines: "Lines",
  totals: "Totals",
  words: "Notes and terms",
};

const CHANGE_BADGES: Record<ChangeKind, { label: string; className: string } | null> = {
  added: { label: "New", className: "bg-ok-tint text-ok" },
  removed: { label: "Removed", className: "bg-bad-tint text-bad" },
  moved: { label: "Moved", className: "bg-idle-tint text-idle" },
  // The old and new texts are shown below, so nothing is added.
  changed: null,
};

/** The differences between two versions, part by part: the old text beside the new. */
export function ChangeList({ comparison: { changes } }: { comparison: Comparison }) {
  if (changes.length === 0) return <p className="text-quiet">Nothing changed between the two versions.</p>;
  const parts = [...new Set(changes.map(({ part }) => part))];
  return (
    // Depends on the container's width, not the window's: on the customer's page it is in the narrow column.
    <div className="@container grid gap-5">
      {parts.map((part) => (
        <section key={part} aria-label={PART_TITLES[part]}>
          <h3 className="mb-1 font-semibold text-quiet text-sm">{PART_TITLES[part]}</h3>
          <ul className="divide-y divide-line border-line border-y">
            {changes
              .filter((change) => change.part === part)
              .map((change, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same name, none moves.
                <ChangeItem key={at} change={change} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ChangeItem({ change: { name, deed, values } }: { change: DocumentChange }) {
  const badge = CHANGE_BADGES[deed];
  const [onlyValue] = values;
  const isOne = values.length === 1 && onlyValue?.label === "";
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 @xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <p className="wrap-anywhere font-medium text-ink">
        {name}
        {badge && !isOne ? (
          <span className={cx("ml-2 rounded-full px-2 py-0.5 font-medium text-xs", badge.className)}>
            {badge.label}
          </span>
        ) : null}
      </p>
      {isOne && onlyValue ? (
        <ChangedValueText value={onlyValue} />
      ) : values.length > 0 ? (
        <dl className="grid gap-1">
          {values.map((value) => (
            <div
              key={value.label}
              className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 @sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <dt className="text-quiet text-sm">{value.label}</dt>
              <dd>
                <ChangedValueText value={value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : deed === "changed" ? (
        <p className="text-quiet text-sm">Changed</p>
      ) : null}
    </li>
  );
}

/** Longer texts are shown one below the other, shorter ones side by side. */
const MAX_INLINE_LENGTH = 28;

function ChangedValueText({ value: { before, after } }: { value: ChangedValue }) {
  const isLong = before.length > MAX_INLINE_LENGTH || after.length > MAX_INLINE_LENGTH;
  return (
    <p
      className={cx(
        "wrap-anywhere whitespace-pre-line text-sm",
        isLong ? "grid gap-1" : "flex flex-wrap gap-x-2",
      )}
    >
      {before ? (
        <del className="text-quiet decoration-quiet/60">
          <span className="sr-only">Was: </span>
          {before}
        </del>
      ) : null}
      {before && after && !isLong ? (
        <span aria-hidden className="text-quiet">
          →
        </span>
      ) : null}
      {after ? (
        <ins className="font-medium text-ink no-underline">
          <span className="sr-only">Now: </span>
          {after}
        </ins>
      ) : null}
    </p>
  );
}
