import { Compass, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useRouteError } from "react-router";
import { Button } from "../ui/Button";
import { ErrorScreen } from "../ui/ErrorBoundary";
import { Page } from "../ui/PageHeader";
import { EmptyState } from "../ui/States";

export function NotFoundPage() {
  return (
    <UnavailablePage icon={Compass} title="There is no page here" windowTitle="Page not found">
      The address may be mistyped, or the page may have been deleted.
    </UnavailablePage>
  );
}

/** Shown instead of a page that isn't available: why, and a link to the dashboard. */
export function UnavailablePage({
  icon,
  title,
  windowTitle,
  children,
}: {
  icon: LucideIcon;
  title: string;
  /** The title of the window. */
  windowTitle: string;
  children: ReactNode;
}) {
  return (
    <Page>
      <title>{`${windowTitle} · Plumbline`}</title>
      <EmptyState
        icon={icon}
        heading="h1"
        title={title}
        action={
          <Button asChild variant="primary">
            <Link to="/dashboard">Go to the dashboard</Link>
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}

/** The error screen for an error in a route; the error is also logged to the console. */
export function RouteErrorPage() {
  console.error(useRouteError());
  return <ErrorScreen />;
}
