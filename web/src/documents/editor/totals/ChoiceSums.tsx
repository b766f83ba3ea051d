import type { DisplayedChoice } from "../../../api/generated/DisplayedChoice";
import { cx } from "../../../ui/cx";
import { Money } from "../../../ui/Money";

/** What the quote comes to with each of its choices, beside each other. */
export function ChoiceTotalsList({ choices }: { choices: readonly DisplayedChoice[] }) {
  return (
    <section aria-label="Each choice" className="mt-4 border-line border-t pt-3">
      <h3 className="font-semibold text-sm">Each choice</h3>
      <ul className="mt-2 grid gap-2">
        {choices.map((choice) => (
          <li key={choice.id} className="grid gap-0.5">
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 break-words">
                {choice.name || "No name"}
                {choice.chosen && <span className="block text-quiet text-sm">Recommended</span>}
              </span>
              <Money text={choice.total} className={cx(choice.chosen && "font-semibold text-ink")} />
            </p>
            {choice.rows.map((row) => (
              <p key={row.kind} className="flex items-baseline justify-between gap-4 text-quiet text-sm">
                <span>{row.label}</span>
                <Money text={row.amount} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
