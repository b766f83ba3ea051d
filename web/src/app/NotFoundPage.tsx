import { Compass } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../ui/Button";
import { Page } from "../ui/PageHeader";
import { EmptyState } from "../ui/States";

export function NotFoundPage() {
  return (
    <Page>
      <title>Page not found · Plumbline</title>
      <EmptyState
        icon={Compass}
        heading="h1"
        title="There is no page here"
        action={
          <Button asChild variant="primary">
            <Link to="/dashboard">Go to the dashboard</Link>
          </Button>
        }
      >
        The address may be mistyped, or what it showed was deleted.
      </EmptyState>
    </Page>
  );
}
