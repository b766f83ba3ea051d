import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { getErrorMessage } from "../../../api/errors";
import { accountQuery } from "../../../entities/accounts/queries";
import { useConnection } from "../../../offline/waiting/waiting-hooks";
import { Banner } from "../../../ui/Banner";
import { Card } from "../../../ui/Card";
import { Page, PageHeader } from "../../../ui/PageHeader";
import { FormSkeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { PasskeysCard } from "../passkeys/PasskeysCard";
import { SignedInDevicesCard } from "./AccessCards";
import { AccountNameCard } from "./AccountDetailsCards";
import { CookiesCard } from "./CookiesCard";
import { AccountExportCard } from "./DataCards";
import { DeleteAccountCard } from "./DeleteCard";
import { EmailAddressCard } from "./EmailCard";
import { OwnBusinessCard } from "./OwnBusinessCard";
import { PinCard } from "./PinCard";
import { SettingsLinks } from "./PlacesCard";
import { PasswordCard } from "./SignInCards";
import { SupportAccessCard } from "./SupportAccessCard";

const placeholder = (
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
        <Suspense fallback={placeholder}>
          <div className="flex flex-col gap-4 md:gap-6">
            <SettingsLinks />
            <h2 className="mt-2 font-semibold text-lg">Your account</h2>
            <AccountNameCard key={account.name} account={account} />
            <OwnBusinessCard account={account} />
            <EmailAddressCard account={account} />
            <PasswordCard />
            <PinCard account={account} />
            <PasskeysCard />
            <SignedInDevicesCard />
            <SupportAccessCard />
            <CookiesCard />
            <AccountExportCard />
            <DeleteAccountCard />
          </div>
        </Suspense>
      ) : !reached ? (
        <div className="flex flex-col gap-4 md:gap-6">
          <Banner tone="grey">
            There is no signal. You’ll see your name, email, password and devices once there is.
          </Banner>
          <SettingsLinks />
        </div>
      ) : error && !isFetching ? (
        <Card>
          <ErrorState
            title="Your account could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        placeholder
      )}
    </Page>
  );
}
