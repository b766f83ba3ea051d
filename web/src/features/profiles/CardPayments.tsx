import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { errorMessage } from "../../api/errors";
import type { CardState } from "../../api/generated/CardState";
import { PlusMark } from "../../entities/plans/PlusMark";
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
import { cardQuery, useConnectCard, useDisconnectCard } from "./card";

const DASHBOARD = "https://dashboard.stripe.com/";

/** Card payments of a profile: not connected, finishing, connected, restricted. Absent where the server has no keys. */
export function CardPayments({ profile }: { profile: Profile }) {
  const { data, error, isFetching, refetch } = useQuery(cardQuery(profile.id));
  const lacksCards = usePlan().lacks("cardPayments");
  const connect = useConnectCard(profile.id);
  const [leaving, setLeaving] = useState(false);

  const goOn = async () => {
    try {
      const { url } = await connect.mutateAsync();
      setLeaving(true);
      window.location.assign(url);
    } catch (failure) {
      toast({ title: errorMessage(failure), tone: "bad" });
    }
  };
  useLinkThatRanOut(goOn);

  const section = useBackFromStripe(data !== undefined);

  if (data?.state === "off") return null;
  return (
    <div ref={section} className="scroll-mt-20">
      <Card
        title="Card payments"
        hint="Customers pay by card on their page, through Stripe."
        action={<PlusMark />}
      >
        {data && lacksCards ? (
          <WithoutPlus
            disconnect={
              data.connected ? <Disconnect profile={profile} isSetUp={data.detailsSubmitted} /> : null
            }
          />
        ) : data ? (
          <Standing
            state={data.state}
            busy={connect.isPending || leaving}
            onGoOn={() => void goOn()}
            disconnect={
              data.connected ? <Disconnect profile={profile} isSetUp={data.detailsSubmitted} /> : null
            }
          />
        ) : error && !isFetching ? (
          <ErrorState
            title="Card payments could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <FormSkeleton fields={1} />
        )}
      </Card>
    </div>
  );
}

/** Whoever comes back from Stripe finds how it stands in view: the section is far down the page. */
function useBackFromStripe(isThere: boolean) {
  const section = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const isBack = search.get("card") === "return";
  useEffect(() => {
    if (isBack && isThere) section.current?.scrollIntoView({ block: "center" });
  }, [isBack, isThere]);
  return section;
}

/** Stripe sends its visitors here when their link has run out: they get a new one at once. */
function useLinkThatRanOut(goOn: () => Promise<void>) {
  const [search, setSearch] = useSearchParams();
  const ranOut = search.get("card") === "again";
  const latest = useRef(goOn);
  latest.current = goOn;
  useEffect(() => {
    if (!ranOut) return;
    setSearch({}, { replace: true });
    void latest.current();
  }, [ranOut, setSearch]);
}

function Standing({
  state,
  busy,
  onGoOn,
  disconnect,
}: {
  state: CardState;
  busy: boolean;
  onGoOn: () => void;
  disconnect: ReactNode;
}) {
  const button = (label: string) => (
    <Button
      variant="primary"
      busy={busy}
      busyLabel="Opening Stripe…"
      icon={<CreditCard aria-hidden size={20} strokeWidth={1.75} />}
      onClick={onGoOn}
    >
      {label}
    </Button>
  );
  const dashboard = (
    <Button asChild>
      <a href={DASHBOARD} target="_blank" rel="noreferrer">
        Open Stripe
      </a>
    </Button>
  );
  switch (state) {
    case "connected":
      return (
        <Rows
          actions={
            <>
              {dashboard}
              {disconnect}
            </>
          }
        >
          <Banner tone="green" title="Card payments are on">
            The money goes to your Stripe account, where you can also make refunds.
          </Banner>
        </Rows>
      );
    case "finishing":
      return (
        <Rows
          actions={
            <>
              {button("Continue with Stripe")}
              {disconnect}
            </>
          }
        >
          <Banner tone="amber" title="Not finished yet">
            Stripe needs a few more details before your customers can pay by card.
          </Banner>
        </Rows>
      );
    case "restricted":
      return (
        <Rows
          actions={
            <>
              {button("Continue with Stripe")}
              {dashboard}
              {disconnect}
            </>
          }
        >
          <Banner tone="red" title="Card payments are paused">
            Stripe is checking your account or needs something from you. Until then customers see the other
            ways to pay.
          </Banner>
        </Rows>
      );
    default:
      return (
        <Rows actions={button("Set up card payments")}>
          <p>
            Connect your own Stripe account, or create one in a few minutes. Stripe charges a fee for each
            payment; Plumbline adds nothing.
          </p>
        </Rows>
      );
  }
}

/** The account that is connected stays so: with Plus it takes cards again. */
function WithoutPlus({ disconnect }: { disconnect: ReactNode }) {
  return (
    <Rows actions={disconnect}>
      <PlusNote feature="cardPayments">
        {disconnect
          ? "Customers see the other ways to pay until then. Your Stripe account stays connected."
          : "Connect your own Stripe account. Plumbline adds no fee."}
      </PlusNote>
    </Rows>
  );
}

function Rows({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      {children}
      <div className="flex flex-wrap gap-2 max-md:*:flex-auto">{actions}</div>
    </div>
  );
}

function Disconnect({ profile, isSetUp }: { profile: Profile; isSetUp: boolean }) {
  const label = isSetUp ? "Stop card payments" : "Cancel the set-up";
  const [asking, setAsking] = useState(false);
  const disconnect = useDisconnectCard(profile.id);
  const confirm = async () => {
    setAsking(false);
    try {
      await disconnect.mutateAsync();
      toast({ title: "Card payments are off" });
    } catch (failure) {
      toast({ title: errorMessage(failure), tone: "bad" });
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        busy={disconnect.isPending}
        busyLabel="Stopping…"
        writes
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`${label}?`}
        description={
          isSetUp
            ? "Customers can no longer pay by card. Your Stripe account and the money in it stay yours."
            : "Stripe keeps the details you’ve entered: you can carry on later where you left off."
        }
        confirmLabel={label}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
