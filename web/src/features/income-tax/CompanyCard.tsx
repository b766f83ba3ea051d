import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { getErrorMessage, isPlusRequiredError } from "../../api/errors";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { PlusNote } from "../../entities/plans/PlusOnly";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { LabelledAmount } from "../../ui/LabelledAmount";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { companyProfitQuery } from "./queries";

/** What a company made: it has no self-employment pages. */
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
