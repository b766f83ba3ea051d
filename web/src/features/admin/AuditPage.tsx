import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Link } from "react-router";
import type { AuditEntry } from "../../api/generated/AuditEntry";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { formatDateTime } from "../../ui/formats";
import { EmptyState } from "../../ui/States";
import { AdminLayout, AdminLoadState, Pager, useFilterParam, usePageNumber } from "./AdminLayout";
import { describeAction } from "./labels";
import { auditQuery } from "./queries";

/** The audit log of what admins did, latest first. */
export function AuditPage() {
  const [user, setUser] = useFilterParam("user");
  const page = usePageNumber();
  const { data, error, isFetching, refetch } = useQuery(auditQuery({ user, page }));
  return (
    <AdminLayout
      title="Audit log"
      subtitle="Who did what, to whom, and why. Nobody can change it."
      actions={user ? <Button onClick={() => setUser("")}>Show all</Button> : undefined}
    >
      {!data || error ? (
        <AdminLoadState error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card flush>
            {data.data.length === 0 ? (
              <EmptyState icon={ScrollText} title="Nothing yet" />
            ) : (
              <ol className="divide-y divide-line">
                {data.data.map((entry) => (
                  <AuditEntryRow key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
          </Card>
          <Pager total={data.total} rows={data.rows} />
        </>
      )}
    </AdminLayout>
  );
}

function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere">
          <span className="font-semibold text-ink">{entry.actor}</span> {describeAction(entry.act)}
          {entry.userId ? (
            <>
              {": "}
              {entry.userEmail ? (
                <Link to={`/admin/users/${entry.userId}`} className="text-ink underline underline-offset-4">
                  {entry.userEmail}
                </Link>
              ) : (
                "a deleted account"
              )}
            </>
          ) : null}
        </p>
        {entry.about ? <p className="wrap-anywhere text-quiet text-sm">{entry.about}</p> : null}
      </div>
      <time dateTime={new Date(entry.at).toISOString()} className="text-quiet text-sm tabular-nums">
        {formatDateTime(entry.at)}
      </time>
    </li>
  );
}
