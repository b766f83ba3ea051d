import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../../api/errors";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Page, PageHeader } from "../../../ui/PageHeader";
import { FormSkeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { PasskeysCard } from "../passkeys/PasskeysCard";
import { CardAction } from "./CardAction";
import { DeleteCard } from "./DeleteCard";
import { DevicesCard } from "./DevicesCard";
import { EmailCard } from "./EmailCard";
import { ExportCard } from "./ExportCard";
import { NameCard } from "./NameCard";
import { PasswordCard } from "./PasswordCard";
import { PinCard } from "./PinCard";
import { accountQuery } from "./queries";

const waiting = (
  <Card>
    <FormSkeleton />
  </Card>
);

/** The account: who, how one signs in, where one is signed in, and the way out with all data. */
export function SettingsPage() {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery);
  return (
    <Page width="narrow">
      <title>Account settings · Plumbline</title>
      <PageHeader title="Account settings" />
      {account ? (
        <Suspense fallback={waiting}>
          <div className="flex flex-col gap-4 md:gap-6">
            <NameCard key={account.name} account={account} />
            <EmailCard account={account} />
            <PasswordCard />
            <PinCard account={account} />
            <PasskeysCard />
            <DevicesCard />
            <Card title="Notifications">
              <CardAction>
                <Button asChild>
                  <Link to="/settings/notifications">Choose what is sent where</Link>
                </Button>
              </CardAction>
            </Card>
            <ExportCard />
            <DeleteCard />
          </div>
        </Suspense>
      ) : error && !isFetching ? (
        <Card>
          <ErrorState
            title="Your account could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        waiting
      )}
    </Page>
  );
}
