import { useQuery } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { Link, Outlet, useSearchParams } from "react-router";
import { LOOK_OVER } from "../entities/accounts/look";
import { meQuery } from "../entities/accounts/queries";
import { Button } from "../ui/Button";
import { Page } from "../ui/PageHeader";
import { EmptyState } from "../ui/States";
import { NotFoundPage } from "./NotFoundPage";

/** The pages of the administration; to everybody else there is no such page. The server asks for itself. */
export function AdminOnly() {
  const { data: user } = useQuery(meQuery);
  const [params] = useSearchParams();
  if (user?.isAdmin) return <Outlet />;
  return params.get(LOOK_OVER.name) === LOOK_OVER.value ? <NoLonger /> : <NotFoundPage />;
}

/** The role was taken away while its owner looked into an account. */
function NoLonger() {
  return (
    <Page>
      <title>Your look is over · Plumbline</title>
      <EmptyState
        icon={ShieldOff}
        heading="h1"
        title="You no longer look after this server"
        action={
          <Button asChild variant="primary">
            <Link to="/dashboard">Go to the dashboard</Link>
          </Button>
        }
      >
        So your look into the account is over, too.
      </EmptyState>
    </Page>
  );
}
