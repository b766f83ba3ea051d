import { Link } from "react-router";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import {
  BASIS_OPTIONS,
  BUSINESS_OPTIONS,
  getOptionLabel,
  QUARTER_OPTIONS,
  VEHICLE_COST_OPTIONS,
} from "./tax-choices";

/** How a tax year counts, in a few words. */
export function TaxChoicesCard({ year, choices }: { year: string; choices: TaxChoices }) {
  const { gbp } = useRules();
  const monthsAtHome = choices.homeHours.filter((hours) => hours > 0).length;
  const rows = [
    ["Business", getOptionLabel(BUSINESS_OPTIONS, choices.business)],
    ["Accounting", getOptionLabel(BASIS_OPTIONS, choices.basis)],
    [
      "Vehicles",
      choices.vehicles === "actual" && choices.privateShare
        ? `${getOptionLabel(VEHICLE_COST_OPTIONS, choices.vehicles)}, ${choices.privateShare}% private`
        : getOptionLabel(VEHICLE_COST_OPTIONS, choices.vehicles),
    ],
    ["Quarters end", getOptionLabel(QUARTER_OPTIONS, choices.quarters)],
    [
      "Working from home",
      monthsAtHome === 0 ? "No months" : monthsAtHome === 1 ? "1 month" : `${monthsAtHome} months`,
    ],
    ["Turnover from elsewhere", choices.elsewhere ? gbp(choices.elsewhere) : "Not given"],
  ];
  return (
    <Card
      title="Your tax settings for this year"
      hint={choices.version === 0 ? "You haven’t chosen anything for this year yet." : undefined}
      action={
        <span className="flex items-center gap-3 print:hidden">
          <PlusBadge />
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
