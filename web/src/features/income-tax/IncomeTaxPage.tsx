import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { todayInLondon } from "../../rules/calendar";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { Skeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { ChoicesCard } from "./ChoicesCard";
import { DigitalCard } from "./DigitalCard";
import { OtherIncomeCard } from "./OtherIncomeCard";
import { nameOf, yearOf } from "./places";
import { yearQuery } from "./queries";
import { ReturnCard } from "./ReturnCard";

/** The first tax year that is offered: the boxes of the return are known from it on. */
const FIRST_YEAR = 2024;

/** Income Tax of a tax year: what goes into the return, the quarterly updates, and how the year counts. */
export function IncomeTaxPage() {
  const current = yearOf(todayInLondon());
  const { year = current } = useParams();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(yearQuery(year));
  const offered = Array.from({ length: Number(current) - FIRST_YEAR + 1 }, (_, back) =>
    String(Number(current) - back),
  );
  const years = offered.includes(year) ? offered : [year, ...offered];
  return (
    <Page width="wide">
      <title>{`Income Tax ${nameOf(year)} · Plumbline`}</title>
      <PageHeader
        title="Income Tax"
        back={{ to: "/reports", label: "Reports" }}
        actions={
          <SelectField
            label="Tax year"
            hideLabel
            className="w-36"
            value={year}
            onChange={(event) => navigate(`/income-tax/${event.target.value}`, { replace: true })}
            options={years.map((one) => ({ value: one, label: nameOf(one) }))}
          />
        }
      />
      {data && String(data.year) === year ? (
        <div className="grid gap-4">
          <DigitalCard told={data} />
          <ReturnCard year={year} />
          <OtherIncomeCard rows={data.otherIncome} />
          <ChoicesCard year={year} choices={data.choices} />
        </div>
      ) : isStatus(error, 404) ? (
        <Card flush>
          <EmptyState
            icon={Landmark}
            title="There is no such tax year"
            action={
              <Button asChild>
                <Link to="/income-tax">See this tax year</Link>
              </Button>
            }
          >
            A tax year is known by the year in which it begins.
          </EmptyState>
        </Card>
      ) : error && !isFetching ? (
        <Card flush>
          <ErrorState
            title="The tax year could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Page>
  );
}
