import { Link } from "react-router";
import type { VariedJob } from "../../offline/unsent-edits";
import { useRules } from "../../rules/rules";

/** What a variation varies, and what is agreed with it as it is typed, of which `change` is the total in pounds. */
export function VariationHeader({ variation, change }: { variation: VariedJob; change: string | null }) {
  const { gbp, sumPounds } = useRules();
  return (
    <div className="border-line border-b bg-canvas px-4 py-3 text-sm md:px-6">
      <p className="font-medium text-ink">
        Variation to quote{" "}
        <Link to={`/quotes/${variation.id}`} className="underline underline-offset-4">
          {variation.quoteNumber}
        </Link>
      </p>
      <p className="text-quiet">
        {`${gbp(variation.agreed)} agreed so far`}
        {change !== null && `; this makes it ${gbp(sumPounds([variation.agreed, change]))}`}
        {". Type a price with a minus to leave something out."}
      </p>
    </div>
  );
}
