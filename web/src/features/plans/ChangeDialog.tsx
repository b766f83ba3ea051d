import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/errors";
import type { PlanOffer } from "../../api/generated/PlanOffer";
import type { PlanPreview } from "../../api/generated/PlanPreview";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Loading, Skeleton } from "../../ui/Skeleton";
import { toast } from "../../ui/toast";
import { isBought, previewQuery, useChange, useCheckout } from "./mutations";
import { PortalButton } from "./PortalButton";
import { useLeaving } from "./useLeaving";
import { costs, credit, difference, GOES_ON, planProblem } from "./words";

/** A card that has to be put right before anything else. */
const OF_CARD = ["unpaid", "card_refused"];

/** What another plan costs, before it is chosen: what is charged is what stands here. */
export function ChangeDialog({
  offer: { plan, name },
  answer,
  onClose,
}: {
  offer: PlanOffer;
  answer: SubscriptionResponse;
  onClose: () => void;
}) {
  const rules = useRules();
  const preview = useQuery(previewQuery(plan));
  const checkout = useCheckout();
  const change = useChange();
  const isLeaving = useLeaving(checkout.isSuccess);
  const [problem, setProblem] = useState<Error | null>(null);
  const failure = problem ?? (preview.isFetching ? null : preview.error);
  const isChange = isBought(answer);
  const isBusy = checkout.isPending || change.isPending || isLeaving;

  const failed = (error: Error) => {
    setProblem(error);
    // What it comes to by now.
    if (error instanceof ApiError && error.code === "preview_old") void preview.refetch();
  };
  const goOn = ({ prorationDate }: PlanPreview) => {
    setProblem(null);
    if (prorationDate === null) return checkout.mutate(plan, { onError: failed });
    change.mutate(
      { plan, prorationDate },
      {
        onError: failed,
        onSuccess: () => {
          toast({ title: `You are now on ${name}`, tone: "good" });
          onClose();
        },
      },
    );
  };
  const shown = preview.isFetching ? undefined : preview.data;
  const left = shown && credit(shown, rules);
  const isOfCard = failure instanceof ApiError && OF_CARD.includes(failure.code);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isChange ? `Change to ${name} now` : `Choose ${name}`}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          {isOfCard ? (
            <PortalButton variant="primary">Update your card</PortalButton>
          ) : preview.error && !preview.isFetching ? (
            <Button variant="primary" onClick={() => void preview.refetch()}>
              Try again
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={!shown}
              busy={isBusy}
              busyLabel={shown?.prorationDate === null ? "Opening Stripe…" : "Changing…"}
              onClick={() => shown && goOn(shown)}
            >
              {shown?.prorationDate === null ? "Go to payment" : `Change to ${name}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3" aria-live="polite">
        {failure ? <Banner tone="amber">{planProblem(failure)}</Banner> : null}
        {shown ? (
          <>
            <p className="font-semibold text-ink text-lg">{costs(shown, rules)}</p>
            {left ? <p>{left}</p> : null}
            <p>{difference(answer, plan)}</p>
            {answer.standing.is === "ending" ? <p>{GOES_ON}</p> : null}
            {shown.prorationDate === null ? (
              <p className="text-quiet text-sm">You pay by card at Stripe. Change or cancel at any time.</p>
            ) : null}
          </>
        ) : preview.isFetching ? (
          <Loading className="grid gap-4">
            <Skeleton className="h-7 w-full" />
            <Skeleton className="h-12 w-full" />
          </Loading>
        ) : null}
      </div>
    </Dialog>
  );
}
