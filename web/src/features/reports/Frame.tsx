import type { ReactNode } from "react";
import { errorMessage, needsPlus } from "../../api/errors";
import type { ReportScope } from "../../api/generated/ReportScope";
import { NeedsPlus } from "../../entities/plans/PlusOnly";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { Segmented } from "../../ui/Tabs";
import { useAsk } from "./asked";

/** A report while it is read, where that failed, and once it is there. */
export function Frame<Report extends ReportScope>({
  report,
  isOneWay = false,
  error,
  onRetry,
  children,
}: {
  report: Report | undefined;
  /** Whether there is but one way to count it. */
  isOneWay?: boolean;
  error: Error | null;
  onRetry: () => void;
  children: (report: Report) => ReactNode;
}) {
  const { dateLong } = useRules();
  const ask = useAsk();
  if (report) {
    return (
      <>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-quiet text-sm">{`${dateLong(report.from)} to ${dateLong(report.to)}`}</p>
          {isOneWay ? null : (
            <Segmented
              label="Counted"
              value={report.basis}
              onValueChange={(basis) => ask({ basis })}
              options={[
                { value: "cash", label: "By payments" },
                { value: "accruals", label: "By invoices" },
              ]}
            />
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children(report)}</div>
      </>
    );
  }
  return (
    <Card flush>
      {needsPlus(error) ? (
        <NeedsPlus sentence={error.message} />
      ) : error ? (
        <ErrorState title="The report could not be loaded" message={errorMessage(error)} onRetry={onRetry} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
}
