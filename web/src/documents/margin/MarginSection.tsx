import { ChevronDown } from "lucide-react";
import { useId, useMemo, useState } from "react";
import type { Choice } from "../../api/generated/Choice";
import type { Margin as Figures, Margin } from "../../api/generated/Margin";
import { type Rules, useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";

/**
 * The margin on the lines that have a cost. Collapsed at first, because a customer may be looking at the
 * screen; hidden if no line has a cost.
 */
export function MarginSection({
  document,
  isOffered,
}: {
  document: DocumentCosts;
  /** The customer can still pick any of the choices, so each has its own margin. */
  isOffered: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!hasCosts(document)) return null;
  return (
    <section aria-label="Your margin" className="mt-4 rounded-md bg-canvas p-3 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-m-3 flex min-h-control w-[calc(100%+1.5rem)] items-center justify-between gap-3 rounded-md p-3 text-left font-semibold text-ink hover:bg-hover"
      >
        Your margin
        <ChevronDown
          aria-hidden
          size={20}
          strokeWidth={1.75}
          className={cx("shrink-0 text-quiet transition-transform", isOpen && "rotate-180")}
        />
      </button>
      <div id={id}>{isOpen && <MarginDetails document={document} isOffered={isOffered} />}</div>
    </section>
  );
}

function MarginDetails({ document, isOffered }: { document: DocumentCosts; isOffered: boolean }) {
  const rules = useRules();
  const margins = useMemo(() => calculateMargins(rules, document, isOffered), [rules, document, isOffered]);
  return (
    <div className="mt-4 grid gap-3">
      {margins.overall ? (
        <MarginSums margin={margins.overall} />
      ) : (
        <p className="text-quiet">No line in the total has a cost.</p>
      )}
      {margins.choices.length > 0 && (
        <div className="border-line border-t pt-3">
          <h3 className="font-semibold text-ink">With each choice</h3>
          <ul className="mt-2 grid gap-2">
            {margins.choices.map(({ id, name, margin }) => (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 break-words">{name || "No name"}</span>
                {margin ? <MarginAmount margin={margin} /> : <span className="text-quiet">No cost</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-quiet">Without VAT, after any discount. Only you see this.</p>
    </div>
  );
}

function MarginSums({ margin }: { margin: Figures }) {
  const { gbp } = useRules();
  return (
    <dl className="grid gap-1.5">
      <MarginRow label="Sold for" amount={gbp(margin.sold)} />
      <MarginRow label="Costs you" amount={gbp(margin.cost)} />
      <div className="flex items-baseline justify-between gap-3 border-line border-t pt-1.5 font-semibold text-ink">
        <dt>Margin</dt>
        <dd>
          <MarginAmount margin={margin} />
        </dd>
      </div>
      {margin.withoutCost !== "0.00" && (
        <MarginRow label="Lines without a cost" amount={gbp(margin.withoutCost)} />
      )}
    </dl>
  );
}

function MarginRow({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-quiet">{label}</dt>
      <dd>
        <Money text={amount} />
      </dd>
    </div>
  );
}

/** A margin in pounds and as a percentage of the price. */
function MarginAmount({ margin }: { margin: Figures }) {
  const { gbp, percent } = useRules();
  return (
    <span className={cx("text-right", margin.margin.startsWith("-") && "text-bad")}>
      <Money text={gbp(margin.margin)} />
      {margin.percent !== null && ` (${percent(margin.percent)})`}
    </span>
  );
}

/** The parts of a document's JSON that concern its costs. */
export interface DocumentCosts {
  items?: readonly { cost?: string | number | null }[];
  choices?: readonly Choice[];
}

/** The margin of a document, and with each of its choices. */
export interface DocumentMargins {
  /** null if no line that counts has a cost, or a field is out of range. */
  overall: Margin | null;
  choices: (Choice & { margin: Margin | null })[];
}

/** Whether any line has a cost. */
export function hasCosts({ items = [] }: DocumentCosts): boolean {
  return items.some(({ cost }) => cost !== null && cost !== undefined && cost !== "");
}

/** The margins of a document; those of its choices only while the customer can pick any of them. */
export function calculateMargins(
  { margin }: Pick<Rules, "margin">,
  document: DocumentCosts,
  isOffered: boolean,
): DocumentMargins {
  const calculate = (choice?: string) => {
    try {
      return margin(document, choice);
    } catch {
      // If it can't be calculated, the fields involved are marked where they are typed.
      return null;
    }
  };
  const choices = isOffered ? (document.choices ?? []) : [];
  return {
    overall: calculate(),
    choices: choices.map((choice) => ({ ...choice, margin: calculate(choice.id) })),
  };
}
