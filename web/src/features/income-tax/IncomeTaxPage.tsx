import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { taxYearQuery } from "../../entities/trades/queries";
import { todayInLondon } from "../../rules/calendar";
import { formatTaxYear, getTaxYear, listTaxYears } from "../../rules/periods";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { PrintButton } from "../../ui/PrintButton";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { TaxChoicesCard } from "./ChoicesCard";
import { CompanyProfitCard } from "./CompanyCard";
import { MakingTaxDigitalCard } from "./DigitalCard";
import { OtherIncomeCard } from "./OtherIncomeCard";
import { getTradeParam } from "./places";
import { TaxReturnCard } from "./TaxReturnCard";
import { TradesCard } from "./TradesCard";

/** Income Tax of a tax year: what goes into the return, the quarterly updates, and how the year counts. */
export function IncomeTaxPage() {
  const today = todayInLondon();
  const { year = getTaxYear(today) } = useParams();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(taxYearQuery(year));
  // One that is no longer there is as if none were asked for.
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
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
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
