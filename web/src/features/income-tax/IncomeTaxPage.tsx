import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage, isPlusRequiredError } from "../../api/errors";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import type { TaxTrade } from "../../api/generated/TaxTrade";
import type { TaxUpdateDays } from "../../api/generated/TaxUpdateDays";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { PlusNote } from "../../entities/plans/PlusOnly";
import { taxYearQuery } from "../../entities/trades/queries";
import { TradeField } from "../../entities/trades/TradeField";
import { todayInLondon } from "../../rules/calendar";
import { formatTaxYear, getTaxYear, listTaxYears } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { LabelledAmount } from "../../ui/LabelledAmount";
import { Page, PageHeader } from "../../ui/PageHeader";
import { PrintButton } from "../../ui/ReportActions";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton, LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { OtherIncomeCard } from "./OtherIncomeCard";
import { addTradeParam, companyProfitQuery, getTradeParam } from "./queries";
import { TaxReturnCard } from "./TaxReturnCard";
import {
  BASIS_OPTIONS,
  BUSINESS_OPTIONS,
  getOptionLabel,
  QUARTER_OPTIONS,
  VEHICLE_COST_OPTIONS,
} from "./tax-choices";

/** Income Tax of a tax year: the return, the quarterly updates, and the choices for the year. */
export function IncomeTaxPage() {
  const today = todayInLondon();
  const { year = getTaxYear(today) } = useParams();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(taxYearQuery(year));
  // A trade that no longer exists is ignored.
  const requestedTrade = getTradeParam(params);
  const trade = data?.trades.some(({ name }) => name === requestedTrade) ? requestedTrade : undefined;
  return (
    <Page width="wide">
      <title>{`Income Tax ${formatTaxYear(year)} · Plumbline`}</title>
      <PageHeader
        title="Income Tax"
        back={{ to: "/reports", label: "Reports" }}
        actions={
          <>
            <SelectField
              label="Tax year"
              hideLabel
              className="w-36 max-w-full"
              value={year}
              onChange={(event) => navigate(`/income-tax/${event.target.value}`, { replace: true })}
              options={listTaxYears(today, year).map((one) => ({ value: one, label: formatTaxYear(one) }))}
            />
            <PrintButton />
          </>
        }
      />
      {data && String(data.year) === year ? (
        <div className="grid gap-4">
          {data.trades.length > 1 ? (
            <SelectField
              label="Trade"
              help="Each trade has its own return pages and updates."
              className="max-w-sm print:hidden"
              value={trade ?? data.trades[0]?.name ?? ""}
              onChange={({ target }) =>
                setParams({ trade: target.value }, { replace: true, preventScrollReset: true })
              }
              options={data.trades.map(({ name }) => ({ value: name, label: name || "Without a name" }))}
            />
          ) : null}
          <MakingTaxDigitalCard report={data} trade={trade} />
          {data.hasSelfEmployment ? (
            <TaxReturnCard year={year} trade={trade} />
          ) : (
            <CompanyProfitCard report={data} />
          )}
          <OtherIncomeCard rows={data.otherIncome} trades={data.trades} />
          <TradesCard trades={data.trades} />
          <TaxChoicesCard year={year} choices={data.choices} />
        </div>
      ) : isStatus(error, 404) ? (
        <Card flush>
          <EmptyState
            icon={Landmark}
            title="We couldn’t find this tax year"
            action={
              <Button asChild>
                <Link to="/income-tax">See this tax year</Link>
              </Button>
            }
          >
            A tax year is named after the year it starts in.
          </EmptyState>
        </Card>
      ) : error && !isFetching ? (
        <Card flush>
          <ErrorState
            title="The tax year could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Card flush>
          <ListSkeleton />
        </Card>
      )}
    </Page>
  );
}

/** Which trade each business belongs to, where there are several businesses. */
export function TradesCard({ trades }: { trades: TaxTrade[] }) {
  const businesses = trades.flatMap(({ name, businesses }) =>
    businesses.map((one) => ({ ...one, trade: name })),
  );
  if (businesses.length < 2) return null;
  return (
    <Card
      title="Your trades"
      hint="HMRC wants updates and return pages for each trade. We count businesses with the same trade together. Leave the names empty if you have one trade."
    >
      <ul className="grid gap-4 print:hidden">
        {businesses.map(({ id, name, trade }) => (
          <li key={`${id} ${trade}`}>
            <TradeField profile={id} label={`Trade of ${name}`} trade={trade} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A company's profit: it has no self-employment pages. */
export function CompanyProfitCard({ report }: { report: TaxYearReport }) {
  const { gbp } = useRules();
  const { from, to, choices } = report;
  const query = { from, to, basis: choices.basis };
  const { data, error, isFetching, refetch } = useQuery(companyProfitQuery(query));
  return (
    <Card title="Profit" hint="The company’s profit for this tax year">
      {data ? (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-3">
          <LabelledAmount
            label={Number(data.total.profit) < 0 ? "Loss" : "Profit"}
            text={gbp(data.total.profit)}
            strong
            isWide
          />
          <LabelledAmount label="Income" text={gbp(data.total.income)} />
          <LabelledAmount label="Expenses" text={gbp(data.total.spending)} />
        </dl>
      ) : isPlusRequiredError(error) ? (
        <PlusNote feature="reports" />
      ) : error && !isFetching ? (
        <ErrorState
          title="The profit could not be worked out"
          message={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRegion>
          <Skeleton className="h-16 w-full" />
        </LoadingRegion>
      )}
      <p className="mt-3 text-quiet text-sm">
        A company has no self-employment pages: its accountant does its accounts and Company Tax Return
        (CT600). The{" "}
        <Link to="/reports/year-pack" className="font-medium text-ink underline underline-offset-2">
          year pack
        </Link>{" "}
        has everything they need.
      </p>
    </Card>
  );
}

/** A summary of the choices for a tax year. */
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

/** Whether Making Tax Digital applies, and the four updates with their last days. */
export function MakingTaxDigitalCard({
  report,
  trade,
}: {
  report: TaxYearReport;
  trade: string | undefined;
}) {
  const { dateLong } = useRules();
  const { duty, updates, year, today } = report;
  return (
    <Card title="Making Tax Digital" hint="Quarterly updates for Income Tax" flush>
      <div className="grid gap-3 px-4 py-3 md:px-5">
        <Banner tone={duty.hasTo ? "amber" : "blue"}>
          <p className="font-medium">{duty.sentence}</p>
          {duty.firstYearWithoutPoints ? (
            <p>You get no penalty points for late updates in the first year.</p>
          ) : null}
          {duty.unknown.length > 0 ? (
            <p>
              {duty.hasTo
                ? "There’s nothing here for an earlier year. If your turnover was higher then, you may have to start sooner. "
                : "Enter what you earned then, or 0 if there was nothing. "}
              {duty.unknown.map((name) => (
                <Link
                  key={name}
                  to={`/income-tax/${name.slice(0, 4)}/choices#elsewhere`}
                  className="mr-3 inline-block font-medium underline"
                >
                  {`Enter your ${name} turnover`}
                </Link>
              ))}
            </p>
          ) : null}
        </Banner>
      </div>
      <ul className={cx("divide-y divide-line", updates.length > 0 && "border-line border-t")}>
        {updates.map((days, at) => (
          <li key={days.to}>
            <Link
              to={addTradeParam(`/income-tax/${year}/updates/${at + 1}`, trade)}
              className="flex min-h-control items-center justify-between gap-3 px-4 py-3 hover:bg-hover md:px-5"
            >
              <span className="min-w-0">
                <span className="block font-medium text-ink">{`Update ${at + 1}`}</span>
                <span className="block text-quiet text-sm">
                  {`${dateLong(days.from)} to ${dateLong(days.to)}, by ${dateLong(days.due)}`}
                </span>
              </span>
              <UpdateStateBadge days={days} today={today} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The state of an update by its dates: Plumbline doesn't know whether it was sent. */
function UpdateStateBadge({ days, today }: { days: TaxUpdateDays; today: string }) {
  if (today <= days.to) return <Badge tone="grey" label="Not over yet" />;
  return today <= days.due ? <Badge tone="amber" label="To send" /> : <Badge tone="grey" label="Past" />;
}
