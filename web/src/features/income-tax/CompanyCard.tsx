import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { errorMessage, needsPlus } from "../../api/errors";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { PlusNote } from "../../entities/plans/PlusOnly";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { Loading, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { Sum } from "../../ui/Sum";
import { companyProfitQuery } from "./queries";

/** What a company made: it has no self-employment pages. */
export function CompanyCard({ told }: { told: TaxYearReport }) {
  const { gbp } = useRules();
  const { from, to, choices } = told;
  const asked = { from, to, basis: choices.basis };
  const { data, error, isFetching, refetch } = useQuery(companyProfitQuery(asked));
  return (
    <Card title="Profit" hint="The company’s profit for this tax year">
      {data ? (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-3">
          <Sum
            label={Number(data.total.profit) < 0 ? "Loss" : "Profit"}
            text={gbp(data.total.profit)}
            strong
            isWide
          />
          <Sum label="Income" text={gbp(data.total.income)} />
          <Sum label="Expenses" text={gbp(data.total.spending)} />
        </dl>
      ) : needsPlus(error) ? (
        <PlusNote feature="reports" />
      ) : error && !isFetching ? (
        <ErrorState
          title="The profit could not be worked out"
          message={errorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading>
          <Skeleton className="h-16 w-full" />
        </Loading>
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
