import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { CardState } from "../../api/generated/CardState";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { PlusNote } from "../../entities/plans/PlusOnly";
import { usePlan } from "../../entities/plans/usePlan";
import type { Profile } from "../../entities/profiles/profile";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { FormSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";
import { cardPaymentsQuery, useConnectCardPayments, useDisconnectCardPayments } from "./mutations";

const STRIPE_DASHBOARD_URL = "https://dashboard.stripe.com/";

/**
 * Card payments of a profile: not connected, being set up, connected, or restricted. Hidden where the server
 * has no keys.
 */
export function CardPaymentsCard({ profile }: { profile: Profile }) {
  const { data, error, isFetching, refetch } = useQuery(cardPaymentsQuery(profile.id));
  const lacksCards = usePlan().lacksFeature("cardPayments");
  const connect = useConnectCardPayments(profile.id);
  const [isLeaving, setIsLeaving] = useState(false);

  const continueAtStripe = async () => {
    try {
      const { url } = await connect.mutateAsync();
      setIsLeaving(true);
      window.location.assign(url);
    } catch (failure) {
      toast({ title: getErrorMessage(failure), tone: "bad" });
    }
  };
  useExpiredStripeLink(continueAtStripe);

  const section = useScrollOnStripeReturn(data !== undefined);

  if (data?.state === "off") return null;
  return (
    <div ref={section} className="scroll-mt-20">
      <Card
        title="Card payments"
        hint="Customers pay by card on their page, through Stripe."
        action={<PlusBadge />}
      >
        {data && lacksCards ? (
          <CardPaymentsWithoutPlus
            disconnect={
              data.connected ? (
                <DisconnectCardButton profile={profile} isSetUp={data.detailsSubmitted} />
              ) : null
            }
          />
        ) : data ? (
          <CardPaymentsState
            state={data.state}
            busy={connect.isPending || isLeaving}
            onContinue={() => void continueAtStripe()}
            disconnect={
              data.connected ? (
                <DisconnectCardButton profile={profile} isSetUp={data.detailsSubmitted} />
              ) : null
            }
          />
        ) : error && !isFetching ? (
          <ErrorState
            title="Card payments could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <FormSkeleton fields={1} />
        )}
      </Card>
    </div>
  );
}

/** Scrolls to this section for a user who returns from Stripe, as it is far down the page. */
function useScrollOnStripeReturn(isLoaded: boolean) {
  const section = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const isReturning = search.get("card") === "return";
  useEffect(() => {
    if (isReturning && isLoaded) section.current?.scrollIntoView({ block: "center" });
  }, [isReturning, isLoaded]);
  return section;
}

/** Stripe redirects here when a user's link has expired: they get a new one at once. */
function useExpiredStripeLink(continueAtStripe: () => Promise<void>) {
  const [search, setSearch] = useSearchParams();
  const isExpired = search.get("card") === "again";
  const latest = useRef(continueAtStripe);
  latest.current = continueAtStripe;
  useEffect(() => {
    if (!isExpired) return;
    setSearch({}, { replace: true });
    void latest.current();
  }, [isExpired, setSearch]);
}

function CardPaymentsState({
  state,
  busy,
  onContinue,
  disconnect,
}: {
  state: CardState;
  busy: boolean;
  onContinue: () => void;
  disconnect: ReactNode;
}) {
  const renderButton = (label: string) => (
    <Button
      variant="primary"
      busy={busy}
      busyLabel="Opening Stripe…"
      icon={<CreditCard aria-hidden size={20} strokeWidth={1.75} />}
      onClick={onContinue}
    >
      {label}
    </Button>
  );
  const dashboardLink = (
    <Button asChild>
      <a href={STRIPE_DASHBOARD_URL} target="_blank" rel="noreferrer">
        Open Stripe
      </a>
    </Button>
  );
  switch (state) {
    case "connected":
      return (
        <CardPaymentsBody
          actions={
            <>
              {dashboardLink}
              {disconnect}
            </>
          }
        >
          <Banner tone="green" title="Card payments are on">
            The money goes to your Stripe account, where you can also make refunds.
          </Banner>
        </CardPaymentsBody>
      );
    case "finishing":
      return (
        <CardPaymentsBody
          actions={
            <>
              {renderButton("Continue with Stripe")}
              {disconnect}
            </>
          }
        >
          <Banner tone="amber" title="Not finished yet">
            Stripe needs a few more details before your customers can pay by card.
          </Banner>
        </CardPaymentsBody>
      );
    case "restricted":
      return (
        <CardPaymentsBody
          actions={
            <>
              {renderButton("Continue with Stripe")}
              {dashboardLink}
              {disconnect}
            </>
          }
        >
          <Banner tone="red" title="Card payments are paused">
            Stripe is checking your account or needs something from you. Until then customers see the other
            ways to pay.
          </Banner>
        </CardPaymentsBody>
      );
    default:
      return (
        <CardPaymentsBody actions={renderButton("Set up card payments")}>
          <p>
            Connect your own Stripe account, or create one in a few minutes. Stripe charges a fee for each
            payment; Plumbline adds nothing.
          </p>
        </CardPaymentsBody>
      );
  }
}

/** The connected account stays connected: with Plus it takes card payments again. */
function CardPaymentsWithoutPlus({ disconnect }: { disconnect: ReactNode }) {
  return (
    <CardPaymentsBody actions={disconnect}>
      <PlusNote feature="cardPayments">
        {disconnect
          ? "Customers see the other ways to pay until then. Your Stripe account stays connected."
          : "Connect your own Stripe account. Plumbline adds no fee."}
      </PlusNote>
    </CardPaymentsBody>
  );
}

function CardPaymentsBody({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      {children}
      <div className="flex flex-wrap gap-2 max-md:*:flex-auto">{actions}</div>
    </div>
  );
}

function DisconnectCardButton({ profile, isSetUp }: { profile: Profile; isSetUp: boolean }) {
  const label = isSetUp ? "Stop card payments" : "Cancel the set-up";
  const [isAsking, setIsAsking] = useState(false);
  const disconnect = useDisconnectCardPayments(profile.id);
  const handleConfirm = async () => {
    setIsAsking(false);
    try {
      await disconnect.mutateAsync();
      toast({ title: "Card payments are off" });
    } catch (failure) {
      toast({ title: getErrorMessage(failure), tone: "bad" });
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        busy={disconnect.isPending}
        busyLabel="Stopping…"
        writes
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`${label}?`}
        description={
          isSetUp
            ? "Customers can no longer pay by card. Your Stripe account and the money in it stay yours."
            : "Stripe keeps the details you’ve entered: you can carry on later where you left off."
        }
        confirmLabel={label}
        onConfirm={() => void handleConfirm()}
      />
    </>
  );
}
