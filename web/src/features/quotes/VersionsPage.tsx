import { useQuery } from "@tanstack/react-query";
import { FileQuestion, History } from "lucide-react";
import { Link, useParams, useSearchParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import type { ChangedTotal } from "../../api/generated/ChangedTotal";
import type { QuoteVersions } from "../../api/generated/QuoteVersions";
import { ChangeList } from "../../documents/comparing/ChangeList";
import { DocumentPaper } from "../../documents/paper/DocumentPaper";
import { ownPhoto } from "../../documents/photos/ownPhoto";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { FormSkeleton, Skeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { called, chosenOf, versionQueries } from "./versions";

/** /quotes/:id/versions: what the customer could see when, and what changed from one to another. */
export function VersionsPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(versionQueries.all(id));
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
        <Versions id={id} all={data} />
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
              message={errorMessage(error)}
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

function Versions({ id, all: { versions, total } }: { id: string; all: QuoteVersions }) {
  const [params, setParams] = useSearchParams();
  const chosen = chosenOf(versions, {
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
    label: called(version),
  }));
  const choose = (name: "since" | "version") => (value: string) =>
    setParams(
      { since: String(since), version: String(number), [name]: value },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
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
      <Changes id={id} since={since} number={number} />
      <section
        aria-label="The two versions"
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6"
      >
        <Whole id={id} number={since} />
        <Whole id={id} number={number} />
      </section>
    </div>
  );
}

function Changes({ id, since, number }: { id: string; since: number; number: number }) {
  const { data, error, isFetching, refetch } = useQuery(versionQueries.changes(id, since, number));
  return (
    <Card title="What changed">
      {data ? (
        <div className="grid gap-5">
          <Totals total={data.comparison.total} />
          <ChangeList comparison={data.comparison} />
        </div>
      ) : error && !isFetching ? (
        <ErrorState
          title="What changed could not be loaded"
          message={errorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </Card>
  );
}

function Totals({ total: { before, after, difference } }: { total: ChangedTotal }) {
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

/** A version as its customer was shown it. */
function Whole({ id, number }: { id: string; number: number }) {
  const { data, error, isFetching, refetch } = useQuery(versionQueries.one(id, number));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-semibold text-base">{`Version ${number}`}</h2>
      <div className="overflow-hidden rounded-lg border border-line">
        {data ? (
          <DocumentPaper document={data.presentation} photoAddress={ownPhoto} />
        ) : error && !isFetching ? (
          <ErrorState
            title="This version could not be loaded"
            message={errorMessage(error)}
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
