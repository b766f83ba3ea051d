import { useQuery } from "@tanstack/react-query";
import {
  BadgePoundSterling,
  Bell,
  BellRing,
  Building2,
  FileUp,
  Laptop,
  ListChecks,
  Palette,
  Smartphone,
} from "lucide-react";
import { Suspense } from "react";
import { getErrorMessage } from "../../../api/errors";
import { accountQuery } from "../../../entities/accounts/queries";
import { openCookieSettings } from "../../../entities/consent/cookieSettings";
import { PLAN_PATH } from "../../../entities/plans/planTexts";
import { usePlan } from "../../../entities/plans/usePlan";
import { profilesQuery } from "../../../entities/profiles/queries";
import { useConnection } from "../../../offline/waiting/waiting-hooks";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { deviceName } from "../../../ui/device";
import { Page, PageHeader } from "../../../ui/PageHeader";
import { type PageLink, PageLinkList } from "../../../ui/PageLinkList";
import { FormSkeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { PasskeysCard } from "../passkeys/PasskeysCard";
import { SignedInDevicesCard, SupportAccessCard } from "./AccessCards";
import { AccountNameCard, OwnBusinessCard } from "./AccountDetailsCards";
import { AccountExportCard, DeleteAccountCard } from "./DataCards";
import { EmailAddressCard, PasswordCard, PinCard } from "./SignInCards";

/**
 * What this device may store besides what is necessary; the installed app, which has no cookie banner, asks
 * only here.
 */
export function CookiesCard() {
  return (
    <Card title="Cookies" hint="What Plumbline may store on this device besides what it needs to work.">
      <div className="flex flex-col">
        <Button className="md:self-end" onClick={openCookieSettings}>
          Cookie settings
        </Button>
      </div>
    </Card>
  );
}

const PROFILES_PATH = "/settings/business-profiles";

/** Links to other settings: to the only business profile, or to the list of several. */
export function SettingsLinks() {
  const { data: profiles } = useQuery(profilesQuery);
  const { subscription, isSold } = usePlan();
  const getProfileSectionPath = (name: string) => {
    if (profiles?.length === 0) return `${PROFILES_PATH}/new#${name}`;
    const only = profiles?.length === 1 ? profiles[0] : undefined;
    return only ? `${PROFILES_PATH}/${only.id}#${name}` : PROFILES_PATH;
  };
  const places: PageLink[] = [
    {
      to: PROFILES_PATH,
      label: "Business profiles",
      hint: "Name, logo, bank details and terms",
      icon: Building2,
    },
    {
      to: getProfileSectionPath("look"),
      label: "Document style",
      hint: "Template and colour, with a preview",
      icon: Palette,
    },
    {
      to: getProfileSectionPath("defaults"),
      label: "Defaults",
      hint: "Payment terms, deposit, VAT and what else new documents start with",
      icon: ListChecks,
    },
    {
      to: getProfileSectionPath("reminders"),
      label: "Reminders",
      hint: "What they say to your customers",
      icon: BellRing,
    },
    {
      to: "/settings/notifications",
      label: "Notifications",
      hint: "What we send you, and to which devices",
      icon: Bell,
    },
    // On a server that sells no plans there is nothing to choose.
    ...(isSold
      ? [
          {
            to: PLAN_PATH,
            label: "Your plan",
            hint: `${subscription?.planName}: what it costs, and its invoices`,
            icon: BadgePoundSterling,
          },
        ]
      : []),
    {
      to: "/settings/install",
      label: "Install the app",
      hint: "Plumbline on your home screen, working without signal",
      icon: Smartphone,
    },
    {
      to: "/settings/device",
      label: `On this ${deviceName()}`,
      hint: "What’s saved here for working without signal, and what is waiting to be sent",
      icon: deviceName() === "phone" ? Smartphone : Laptop,
    },
    {
      to: "/arriving",
      label: "Import from another program",
      hint: "Import customers, prices, quotes and invoices from Tradify, Invoice Ninja and others",
      icon: FileUp,
    },
  ];
  return <PageLinkList links={places} />;
}

const placeholder = (
  <Card>
    <FormSkeleton />
  </Card>
);

/** The account settings: personal details, sign-in methods, devices, export and deletion. */
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
            There is no signal. You can see your devices, and change your name, email and password, once there
            is.
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
