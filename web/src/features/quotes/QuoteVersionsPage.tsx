import { useQuery } from "@tanstack/react-query";
import { FileQuestion, History } from "lucide-react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { ChangedTotal } from "../../api/generated/ChangedTotal";
import type { QuoteVersions } from "../../api/generated/QuoteVersions";
import { ChangeList } from "../../documents/comparing/ChangeList";
import { getOwnPhotoUrl } from "../../documents/photos/getOwnPhotoUrl";
import { PrintableDocument } from "../../documents/printable/PrintableDocument";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { FormSkeleton, Skeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { chooseVersions, formatVersionName, quoteVersionQueries } from "./quote-versions";

/**
 * /quotes/:id/versions: the versions that the customer could see, when, and the changes between two of them.
 */
export function QuoteVersionsPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(quoteVersionQueries.all(id));
  const isGone = isStatus(error, 404);
  return (
    <Page width="table">
      <title>Versions · Plumbline</title>
      <PageHeader
        title="Versions"
        subtitle="What your customer saw, and what changed."
        back={isGone ? { to: "/quotes", label: "Quotes" } : { to: `/quotes/${id}`, label: "Quote" }}
      />
      {data ? (
        <VersionComparison id={id} response={data} />
      ) : (
        <Card>
          {isGone ? (
            <EmptyState
              icon={FileQuestion}
              title="We couldn’t find this quote"
              action={
                <Button asChild>
                  <Link to="/quotes">All quotes</Link>
                </Button>
              }
            >
              It may have been deleted.
            </EmptyState>
          ) : error && !isFetching ? (
            <ErrorState
              title="The versions could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <FormSkeleton />
          )}
        </Card>
      )}
    </Page>
  );
}

function VersionComparison({ id, response: { versions, total } }: { id: string; response: QuoteVersions }) {
  const [params, setParams] = useSearchParams();
  const chosen = chooseVersions(versions, {
    since: params.get("since") ?? "",
    number: params.get("version") ?? "",
  });
  if (!chosen) {
    return (
      <Card flush>
        <EmptyState
          icon={History}
          title={versions.length === 0 ? "It has not been sent yet" : "It has not changed since it was sent"}
        >
          {versions.length === 0
            ? "Once you send it, we save every change your customer can see here."
            : "When you change it, you can compare the two versions here."}
        </EmptyState>
      </Card>
    );
  }
  const [since, number] = chosen;
  const options = versions.map((version) => ({
    value: String(version.number),
    label: formatVersionName(version),
  }));
  const choose = (name: "since" | "version") => (value: string) =>
    setParams(
      (before) => ({
        since: String(since),
        version: String(number),
        ...Object.fromEntries(before),
        [name]: value,
      }),
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="grid gap-4 lg:gap-6">
      <Card>
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            label="Earlier"
            value={String(since)}
            options={options}
            onChange={(event) => choose("since")(event.currentTarget.value)}
          />
          <SelectField
            label="Later"
            value={String(number)}
            options={options}
            onChange={(event) => choose("version")(event.currentTarget.value)}
          />
        </div>
        {versions.length < total ? (
          <p className="mt-3 text-quiet text-sm">{`The newest ${versions.length} of ${total} versions.`}</p>
        ) : null}
      </Card>
      <VersionChangesCard id={id} since={since} number={number} />
      <section aria-label="The two versions" className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <VersionDocument id={id} number={since} />
        <VersionDocument id={id} number={number} />
      </section>
    </div>
  );
}

function VersionChangesCard({ id, since, number }: { id: string; since: number; number: number }) {
  const { data, error, isFetching, refetch } = useQuery(quoteVersionQueries.changes(id, since, number));
  return (
    <Card title="What changed">
      {data ? (
        <div className="grid gap-5">
          <TotalComparison total={data.comparison.total} />
          <ChangeList comparison={data.comparison} />
        </div>
      ) : error && !isFetching ? (
        <ErrorState
          title="What changed could not be loaded"
          message={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </Card>
  );
}

function TotalComparison({ total: { before, after, difference } }: { total: ChangedTotal }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-quiet text-sm">Total</span>
      {difference ? (
        <>
          <del className="text-quiet">
            <span className="sr-only">Was: </span>
            <Money text={before} />
          </del>
          <Money text={after} className="font-semibold text-ink text-xl" />
          <span className="text-sm">{difference}</span>
        </>
      ) : (
        <>
          <Money text={after} className="font-semibold text-ink text-xl" />
          <span className="text-quiet text-sm">the same</span>
        </>
      )}
    </p>
  );
}

/** A version as the customer saw it. */
function VersionDocument({ id, number }: { id: string; number: number }) {
  const { data, error, isFetching, refetch } = useQuery(quoteVersionQueries.one(id, number));
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold text-base">{`Version ${number}`}</h2>
      <div className="overflow-hidden rounded-lg border border-line">
        {data ? (
          <PrintableDocument document={data.presentation} getPhotoUrl={getOwnPhotoUrl} />
        ) : error && !isFetching ? (
          <ErrorState
            title="This version could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-96" />
          </div>
        )}
      </div>
    </div>
  );
}
