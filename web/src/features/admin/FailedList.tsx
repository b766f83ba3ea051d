import type { AdminFailure } from "../../api/generated/AdminFailure";
import { Card } from "../../ui/Card";
import { formatDateTime } from "../../ui/formats";
import { formatJobKind } from "./labels";

/** What was given up, such as mails that could not be delivered. */
export function FailedJobsCard({ jobs }: { jobs: AdminFailure[] }) {
  return (
    <Card title="Failed jobs" hint="Emails and other jobs that failed permanently in the last 30 days." flush>
      {jobs.length === 0 ? (
        <p className="px-4 pt-1 pb-5 text-quiet md:px-5">Nothing.</p>
      ) : (
        <ul className="divide-y divide-line">
          {jobs.map((job, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may fail at one moment with the same words
            <li key={`${job.at} ${index}`} className="px-4 py-3 md:px-5">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium text-ink">{formatJobKind(job)}</span>
                <span className="text-quiet text-sm tabular-nums">{formatDateTime(job.at)}</span>
              </p>
              <p className="wrap-anywhere text-quiet text-sm">{job.error}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
