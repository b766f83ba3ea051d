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
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { toast } from "../../ui/toast";
import { hasPaidPlan, planPreviewQuery, useChangePlan, usePlanCheckout } from "./mutations";
import { BillingPortalButton } from "./PortalButton";
import {
  CANCELLATION_UNDONE_TEXT,
  describePlanCosts,
  describePlanCredit,
  describePlanDifference,
  describePlanError,
} from "./plan-texts";
import { useIsLeavingPage } from "./useLeaving";

/** A card that has to be put right before anything else. */
const CARD_ERROR_CODES = ["unpaid", "card_refused"];

/** What another plan costs, before it is chosen: what is charged is what stands here. */
export function ChangePlanDialog({
  offer: { plan, name },
  answer,
  onClose,
}: {
  offer: PlanOffer;
  answer: SubscriptionResponse;
  onClose: () => void;
}) {
  const rules = useRules();
  const preview = useQuery(planPreviewQuery(plan));
  const checkout = usePlanCheckout();
  const change = useChangePlan();
  const isLeavingPage = useIsLeavingPage(checkout.isSuccess);
  const [problem, setProblem] = useState<Error | null>(null);
  const failure = problem ?? (preview.isFetching ? null : preview.error);
  const hasPlan = hasPaidPlan(answer);
  const isBusy = checkout.isPending || change.isPending || isLeavingPage;

  const handleError = (error: Error) => {
    setProblem(error);
    // What it comes to by now.
    if (error instanceof ApiError && error.code === "preview_old") void preview.refetch();
  };
  const confirmChange = ({ prorationDate }: PlanPreview) => {
    setProblem(null);
    if (prorationDate === null) return checkout.mutate(plan, { onError: handleError });
    change.mutate(
      { plan, prorationDate },
      {
        onError: handleError,
        onSuccess: () => {
          toast({ title: `You are now on ${name}`, tone: "good" });
          onClose();
        },
      },
    );
  };
  const currentPreview = preview.isFetching ? undefined : preview.data;
  const creditText = currentPreview && describePlanCredit(currentPreview, rules);
  const isCardError = failure instanceof ApiError && CARD_ERROR_CODES.includes(failure.code);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={hasPlan ? `Change to ${name} now` : `Choose ${name}`}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          {isCardError ? (
            <BillingPortalButton variant="primary">Update your card</BillingPortalButton>
          ) : preview.error && !preview.isFetching ? (
            <Button variant="primary" onClick={() => void preview.refetch()}>
              Try again
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={!currentPreview}
              busy={isBusy}
              busyLabel={currentPreview?.prorationDate === null ? "Opening Stripe…" : "Changing…"}
              onClick={() => currentPreview && confirmChange(currentPreview)}
            >
              {currentPreview?.prorationDate === null ? "Go to payment" : `Change to ${name}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3" aria-live="polite">
        {failure ? <Banner tone="amber">{describePlanError(failure)}</Banner> : null}
        {currentPreview ? (
          <>
            <p className="font-semibold text-ink text-lg">{describePlanCosts(currentPreview, rules)}</p>
            {creditText ? <p>{creditText}</p> : null}
            <p>{describePlanDifference(answer, plan)}</p>
            {answer.standing.is === "ending" ? <p>{CANCELLATION_UNDONE_TEXT}</p> : null}
            {currentPreview.prorationDate === null ? (
              <p className="text-quiet text-sm">You pay by card at Stripe. Change or cancel at any time.</p>
            ) : null}
          </>
        ) : preview.isFetching ? (
          <LoadingRegion className="grid gap-4">
            <Skeleton className="h-7 w-full" />
            <Skeleton className="h-12 w-full" />
          </LoadingRegion>
        ) : null}
      </div>
    </Dialog>
  );
}
