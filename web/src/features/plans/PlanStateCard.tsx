import { CreditCard } from "lucide-react";
import { useState } from "react";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { describeLapsedPlan } from "../../entities/plans/planTexts";
import { useRules } from "../../rules/rules";
import { Badge, type BadgeTone } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button, type ButtonProps } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { useBillingPortal, useCancelPlan, useIsLeavingPage, useResumePlan } from "./mutations";
import { describePlanError, describePlanPayments, formatPlanPrice, isChosenInTrial } from "./plan-texts";

type PlanStateKind = SubscriptionResponse["standing"]["is"];

const STATE_BADGES: Partial<Record<PlanStateKind, { tone: BadgeTone; label: string }>> = {
  paying: { tone: "green", label: "Paid for" },
  ending: { tone: "amber", label: "Cancelled" },
  grace: { tone: "red", label: "Payment failed" },
  lapsed: { tone: "grey", label: "Ended" },
};

/** Chosen during the trial, and to be paid after it. */
const CHOSEN_BADGE = { tone: "blue", label: "Chosen" } as const;

/** Which plan the account has, its state, and what is paid when. */
export function PlanStateCard({ answer, canAct }: { answer: SubscriptionResponse; canAct: boolean }) {
  const rules = useRules();
  const { standing, sentence, hasPortal } = answer;
  const stateKind = standing.is;
  const badge = isChosenInTrial(answer, rules) ? CHOSEN_BADGE : STATE_BADGES[stateKind];
  const isUnpaid = stateKind === "grace" || (stateKind === "lapsed" && standing.why === "unpaid");
  const paymentsText = describePlanPayments(answer, rules);
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold text-xl">{answer.planName}</h2>
        {badge ? <Badge {...badge} /> : null}
      </div>
      {answer.price === null ? null : (
        <p className="text-quiet">{`${formatPlanPrice(answer.price, rules.gbp)} a month`}</p>
      )}
      <div className="mt-3 grid gap-2">
        {stateKind === "grace" || stateKind === "lapsed" ? (
          <Banner tone="amber" title={sentence ?? undefined}>
            {stateKind === "lapsed" ? describeLapsedPlan(answer) : null}
          </Banner>
        ) : sentence ? (
          <p className="font-medium text-ink">{sentence}</p>
        ) : null}
        {paymentsText ? <p>{paymentsText}</p> : null}
      </div>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden max-md:*:flex-auto">
        {hasPortal && isUnpaid ? (
          <BillingPortalButton variant="primary" disabled={!canAct}>
            Update your card
          </BillingPortalButton>
        ) : null}
        {stateKind === "ending" ? <ResumePlanButton canAct={canAct} planName={answer.planName} /> : null}
        {hasPortal && !isUnpaid ? (
          <BillingPortalButton
            disabled={!canAct}
            icon={<CreditCard aria-hidden size={20} strokeWidth={1.75} />}
          >
            Card and invoices
          </BillingPortalButton>
        ) : null}
        {stateKind === "paying" || isUnpaid ? <CancelPlanButton answer={answer} canAct={canAct} /> : null}
      </div>
    </Card>
  );
}

function ResumePlanButton({ planName, canAct }: { planName: string; canAct: boolean }) {
  const resume = useResumePlan();
  return (
    <Button
      variant="primary"
      busy={resume.isPending}
      busyLabel="One moment…"
      disabled={!canAct}
      onClick={() =>
        resume.mutate(undefined, {
          onSuccess: () => toast({ title: `${planName} continues`, tone: "good" }),
          onError: (error) => toast({ title: describePlanError(error), tone: "bad" }),
        })
      }
    >
      {`Keep ${planName}`}
    </Button>
  );
}

function CancelPlanButton({ answer, canAct }: { answer: SubscriptionResponse; canAct: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { dateLong } = useRules();
  const cancel = useCancelPlan();
  const { planName, standing, paidTo } = answer;
  const endText =
    standing.is !== "paying" || paidTo === null
      ? "It ends straight away, as the last payment failed."
      : `It lasts until ${dateLong(paidTo)}, and you won’t pay anything more.`;
  return (
    <>
      <Button variant="quiet" disabled={!canAct} onClick={() => setAsking(true)}>
        Cancel plan
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Cancel ${planName}?`}
        description={`${endText} After that you can still read, share and export everything.`}
        confirmLabel="Cancel plan"
        cancelLabel={`Keep ${planName}`}
        busy={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              toast({ title: `${planName} is cancelled` });
            },
            onError: (error) => {
              setAsking(false);
              toast({ title: describePlanError(error), tone: "bad" });
            },
          })
        }
      />
    </>
  );
}

/** Opens Stripe's page for the card and the invoices. */
export function BillingPortalButton(props: Pick<ButtonProps, "variant" | "disabled" | "icon" | "children">) {
  const portal = useBillingPortal();
  const isLeaving = useIsLeavingPage(portal.isSuccess);
  return (
    <Button
      {...props}
      busy={portal.isPending || isLeaving}
      busyLabel="Opening Stripe…"
      onClick={() =>
        portal.mutate(undefined, {
          onError: (error) => toast({ title: describePlanError(error), tone: "bad" }),
        })
      }
    />
  );
}
