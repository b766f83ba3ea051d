import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useState } from "react";
import { ApiError } from "../../api/errors";
import type { PlanOffer } from "../../api/generated/PlanOffer";
import type { PlanPreview } from "../../api/generated/PlanPreview";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { CORE_FEATURES, FEATURES_SHOWN_FIRST, PLUS_FEATURES } from "../../entities/plans/planFeatures";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { toast } from "../../ui/toast";
import { hasPaidPlan, planPreviewQuery, useChangePlan, useIsLeavingPage, usePlanCheckout } from "./mutations";
import { BillingPortalButton } from "./PlanStateCard";
import {
  CANCELLATION_UNDONE_TEXT,
  CARD_PROBLEM_TEXT,
  describePlanCosts,
  describePlanCredit,
  describePlanDifference,
  describePlanError,
  formatPlanPrice,
} from "./plan-texts";

/** A problem with the card, which has to be fixed first. */
const CARD_ERROR_CODES = ["unpaid", "card_refused"];

/** What another plan costs, before it is chosen: exactly the amount displayed is charged. */
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
    // Fetches the current amount.
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

/** The plans side by side: what each includes, and a button to choose it. */
export function PlanOffersSection({ answer, canAct }: { answer: SubscriptionResponse; canAct: boolean }) {
  const [chosen, setChosen] = useState<PlanOffer | null>(null);
  return (
    <>
      <section aria-label="Plans" className="grid gap-4 md:grid-cols-2">
        {answer.plans.map((offer) => (
          <PlanOfferCard
            key={offer.plan}
            offer={offer}
            answer={answer}
            canAct={canAct}
            onChoose={() => setChosen(offer)}
          />
        ))}
      </section>
      {chosen ? <ChangePlanDialog offer={chosen} answer={answer} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

function PlanOfferCard({
  offer,
  answer,
  canAct,
  onChoose,
}: {
  offer: PlanOffer;
  answer: SubscriptionResponse;
  canAct: boolean;
  onChoose: () => void;
}) {
  const { gbp } = useRules();
  const hasPlan = hasPaidPlan(answer);
  const isCurrentPlan = hasPlan && answer.plan === offer.plan;
  // A failing card has to be fixed first.
  const isUnpaid = answer.standing.is === "grace";
  const problemId = useId();
  return (
    <Card className="*:flex *:h-full *:flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-lg">{offer.name}</h2>
        {isCurrentPlan ? <Badge tone="green" label="Your plan" /> : null}
      </div>
      <p className="mt-1 text-quiet">
        <span className="font-semibold text-2xl text-ink tabular-nums">
          {formatPlanPrice(offer.price, gbp)}
        </span>{" "}
        a month
      </p>
      {offer.plan === "core" ? (
        <>
          <PlanPointList points={CORE_FEATURES.slice(0, FEATURES_SHOWN_FIRST)} />
          <details className="group mt-2">
            <summary className="flex min-h-11 cursor-pointer list-none items-center font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink [&::-webkit-details-marker]:hidden">
              <span className="group-open:hidden">and much more...</span>
              <span className="hidden group-open:inline">Show less</span>
            </summary>
            <PlanPointList points={CORE_FEATURES.slice(FEATURES_SHOWN_FIRST)} />
          </details>
        </>
      ) : (
        <PlanPointList points={PLUS_FEATURES} />
      )}
      {isCurrentPlan ? null : (
        <div className="mt-auto pt-5">
          <Button
            block
            variant={offer.plan === "plus" ? "primary" : "secondary"}
            disabled={!canAct || isUnpaid}
            aria-describedby={isUnpaid ? problemId : undefined}
            onClick={onChoose}
          >
            {`${hasPlan ? "Change to" : "Choose"} ${offer.name}`}
          </Button>
          {isUnpaid ? (
            <p id={problemId} className="mt-2 text-quiet text-sm">
              {CARD_PROBLEM_TEXT}
            </p>
          ) : null}
        </div>
      )}
    </Card>
  );
}

function PlanPointList({ points }: { points: string[] }) {
  return (
    <ul className="mt-3 grid gap-2">
      {points.map((point) => (
        <li key={point} className="flex gap-2.5">
          <Check aria-hidden size={18} strokeWidth={2} className="mt-0.5 shrink-0 text-ok" />
          {point}
        </li>
      ))}
    </ul>
  );
}
