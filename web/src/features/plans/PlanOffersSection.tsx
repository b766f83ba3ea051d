import { Check } from "lucide-react";
import { useId, useState } from "react";
import type { PlanOffer } from "../../api/generated/PlanOffer";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { CORE_FEATURES, FEATURES_SHOWN_FIRST, PLUS_FEATURES } from "../../entities/plans/planFeatures";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ChangePlanDialog } from "./ChangeDialog";
import { hasPaidPlan } from "./mutations";
import { CARD_PROBLEM_TEXT, formatPlanPrice } from "./plan-texts";

/** The plans beside each other: what each takes in, and the way to it. */
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
  // A card that fails is put right first.
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
