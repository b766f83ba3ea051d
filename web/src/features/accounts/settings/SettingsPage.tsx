import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { errorMessage } from "../../../api/errors";
import { accountQuery } from "../../../entities/accounts/queries";
import { useConnection } from "../../../offline/waiting/useWaiting";
import { Banner } from "../../../ui/Banner";
import { Card } from "../../../ui/Card";
import { Page, PageHeader } from "../../../ui/PageHeader";
import { FormSkeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { PasskeysCard } from "../passkeys/PasskeysCard";
import { CookiesCard } from "./CookiesCard";
import { DeleteCard } from "./DeleteCard";
import { DevicesCard } from "./DevicesCard";
import { EmailCard } from "./EmailCard";
import { ExportCard } from "./ExportCard";
import { NameCard } from "./NameCard";
import { OwnBusinessCard } from "./OwnBusinessCard";
import { PasswordCard } from "./PasswordCard";
import { PinCard } from "./PinCard";
import { PlacesCard } from "./PlacesCard";
import { SupportAccessCard } from "./SupportAccessCard";

const waiting = (
  <Card>
    <FormSkeleton />
  </Card>
);

/** The account: who, how one signs in, where one is signed in, and the way out with all data. */
export function SettingsPage() {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery);
  const { reached } = useConnection();
  return (
    <Page width="narrow">
      <title>Settings · Plumbline</title>
      <PageHeader title="Settings" />
      {account ? (
        <Suspense fallback={waiting}>
          <div className="flex flex-col gap-4 md:gap-6">
            <PlacesCard />
            <h2 className="mt-2 font-semibold text-lg">Your account</h2>
            <NameCard key={account.name} account={account} />
            <OwnBusinessCard account={account} />
            <EmailCard account={account} />
            <PasswordCard />
            <PinCard account={account} />
            <PasskeysCard />
            <DevicesCard />
            <SupportAccessCard />
            <CookiesCard />
            <ExportCard />
            <DeleteCard />
          </div>
        </Suspense>
      ) : !reached ? (
        <div className="flex flex-col gap-4 md:gap-6">
          <Banner tone="grey">
            There is no signal. You’ll see your name, email, password and devices once there is.
          </Banner>
          <PlacesCard />
        </div>
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
