import { type ReactNode, Suspense } from "react";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";

/** The record that a form needs before it can be displayed. */
export interface LoadingRecord {
  /** The request for it, as from `useQuery`. */
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The title of the error: 'This item could not be loaded'. */
  errorTitle?: string;
  /** Whether it doesn't exist; by default, if the server says so. */
  isAbsent?: boolean;
  /** Displayed if it doesn't exist. */
  absent?: ReactNode;
}

/** A page with a form: the header, and the form; until there is one, the loading state or the error. */
export function FormPage({
  title,
  tabTitle = title,
  subtitle,
  back,
  actions,
  width = "narrow",
  record,
  skeletonFields,
  children,
}: {
  title: string;
  /** The title of the browser's tab, if it differs. */
  tabTitle?: string;
  subtitle?: ReactNode;
  /** Where 'back' leads and the label of that page. */
  back: { to: string; label: string };
  /** Actions besides saving, such as deleting. */
  actions?: ReactNode;
  width?: "narrow" | "table";
  /** The record that the form changes or needs. */
  record?: LoadingRecord;
  /** The number of fields to draw while the record is loading. */
  skeletonFields?: number;
  /** The form; nothing until its record and its draft have been loaded. */
  children: ReactNode;
}) {
  const skeleton = (
    <Card>
      <FormSkeleton fields={skeletonFields} />
    </Card>
  );
  return (
    <Page width={width}>
      <title>{`${tabTitle} · Plumbline`}</title>
      <PageHeader title={title} subtitle={subtitle} back={back} actions={actions} />
      {children ? (
        <Suspense fallback={skeleton}>{children}</Suspense>
      ) : (
        (record && renderFailure(record)) || skeleton
      )}
    </Page>
  );
}

/** Says that the record doesn't exist or could not be loaded; null while it is loading. */
function renderFailure({
  query: { error, isFetching, refetch },
  errorTitle,
  absent,
  isAbsent = isStatus(error, 404),
}: LoadingRecord): ReactNode {
  if (absent && isAbsent) return <Card>{absent}</Card>;
  if (!error || isFetching) return null;
  return (
    <Card>
      <ErrorState title={errorTitle} message={getErrorMessage(error)} onRetry={() => void refetch()} />
    </Card>
  );
}
