import { Link } from "react-router";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import { PlusMark } from "../../entities/plans/PlusMark";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { BASES, BUSINESSES, labelOf, QUARTERS, VEHICLE_COSTS } from "./choices";

/** How a tax year counts, in a few words. */
export function ChoicesCard({ year, choices }: { year: string; choices: TaxChoices }) {
  const { gbp } = useRules();
  const worked = choices.homeHours.filter((hours) => hours > 0).length;
  const rows = [
    ["Business", labelOf(BUSINESSES, choices.business)],
    ["Accounting", labelOf(BASES, choices.basis)],
    [
      "Vehicles",
      choices.vehicles === "actual" && choices.privateShare
        ? `${labelOf(VEHICLE_COSTS, choices.vehicles)}, ${choices.privateShare}% private`
        : labelOf(VEHICLE_COSTS, choices.vehicles),
    ],
    ["Quarters end", labelOf(QUARTERS, choices.quarters)],
    ["Working from home", worked === 0 ? "No months" : worked === 1 ? "1 month" : `${worked} months`],
    ["Turnover from elsewhere", choices.elsewhere ? gbp(choices.elsewhere) : "Not given"],
  ];
  return (
    <Card
      title="Your tax settings for this year"
      hint={choices.version === 0 ? "You haven’t chosen anything for this year yet." : undefined}
      action={
        <span className="flex items-center gap-3 print:hidden">
          <PlusMark />
          <Button asChild writes>
            <Link to={`/income-tax/${year}/choices`}>Change</Link>
          </Button>
        </span>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-quiet text-sm">{label}</dt>
            <dd className="text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
