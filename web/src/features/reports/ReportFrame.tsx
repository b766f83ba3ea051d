import type { ReactNode } from "react";
import { getErrorMessage, isPlusRequiredError } from "../../api/errors";
import type { ReportScope } from "../../api/generated/ReportScope";
import { PlusRequired } from "../../entities/plans/PlusOnly";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/LabelledAmount";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { SegmentedControl } from "../../ui/Tabs";
import { useReportFilterSetter } from "./queries";

/** The frame of a report: a loading state, an error, or the report. */
export function ReportFrame<Report extends ReportScope>({
  report,
  hasOneBasis = false,
  error,
  onRetry,
  children,
}: {
  report: Report | undefined;
  /** Whether the report has only one accounting basis. */
  hasOneBasis?: boolean;
  error: Error | null;
  onRetry: () => void;
  children: (report: Report) => ReactNode;
}) {
  const { dateLong } = useRules();
  const changeFilters = useReportFilterSetter();
  if (report) {
    return (
      <>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-quiet text-sm">{`${dateLong(report.from)} to ${dateLong(report.to)}`}</p>
          {hasOneBasis ? null : (
            <SegmentedControl
              label="Counted"
              value={report.basis}
              onValueChange={(basis) => changeFilters({ basis })}
              options={[
                { value: "cash", label: "By payments" },
                { value: "accruals", label: "By invoices" },
              ]}
            />
          )}
        </div>
        <div className="grid gap-4">{children(report)}</div>
      </>
    );
  }
  return (
    <Card flush>
      {isPlusRequiredError(error) ? (
        <PlusRequired sentence={error.message} />
      ) : error ? (
        <ErrorState
          title="The report could not be loaded"
          message={getErrorMessage(error)}
          onRetry={onRetry}
        />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
}

/** A note on how income is counted under the flat rate scheme of VAT. */
export const FlatRateNote = () => (
  <p className="mt-1 text-quiet text-sm">
    {`Under the flat rate scheme, income is what came in including VAT, less the VAT due at your flat rate. ${CHECK_WITH_ACCOUNTANT}.`}
  </p>
);
