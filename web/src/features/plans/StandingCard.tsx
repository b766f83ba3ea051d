import { CreditCard } from "lucide-react";
import { useState } from "react";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { stillWorks } from "../../entities/plans/words";
import { useRules } from "../../rules/rules";
import { Badge, type Tone } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { useCancel, useResume } from "./mutations";
import { PortalButton } from "./PortalButton";
import { isChosen, paying, planProblem, price } from "./words";

type Is = SubscriptionResponse["standing"]["is"];

const BADGES: Partial<Record<Is, { tone: Tone; label: string }>> = {
  paying: { tone: "green", label: "Paid for" },
  ending: { tone: "amber", label: "Cancelled" },
  grace: { tone: "red", label: "Payment failed" },
  lapsed: { tone: "grey", label: "Ended" },
};

/** In the trial, and to be paid after it. */
const CHOSEN = { tone: "blue", label: "Chosen" } as const;

/** Which plan it is, how it stands, what is paid and when. */
export function StandingCard({ answer, canAct }: { answer: SubscriptionResponse; canAct: boolean }) {
  const rules = useRules();
  const { standing, sentence, hasPortal } = answer;
  const is = standing.is;
  const badge = isChosen(answer, rules) ? CHOSEN : BADGES[is];
  const isUnpaid = is === "grace" || (is === "lapsed" && standing.why === "unpaid");
  const how = paying(answer, rules);
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold text-xl">{answer.planName}</h2>
        {badge ? <Badge {...badge} /> : null}
      </div>
      {answer.price === null ? null : (
        <p className="text-quiet">{`${price(answer.price, rules.gbp)} a month`}</p>
      )}
      <div className="mt-3 grid gap-2">
        {is === "grace" || is === "lapsed" ? (
          <Banner tone="amber" title={sentence ?? undefined}>
            {is === "lapsed" ? stillWorks(answer) : null}
          </Banner>
        ) : sentence ? (
          <p className="font-medium text-ink">{sentence}</p>
        ) : null}
        {how ? <p>{how}</p> : null}
      </div>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden max-md:*:flex-auto">
        {hasPortal && isUnpaid ? (
          <PortalButton variant="primary" disabled={!canAct}>
            Update your card
          </PortalButton>
        ) : null}
        {is === "ending" ? <Resume canAct={canAct} planName={answer.planName} /> : null}
        {hasPortal && !isUnpaid ? (
          <PortalButton disabled={!canAct} icon={<CreditCard aria-hidden size={20} strokeWidth={1.75} />}>
            Card and invoices
          </PortalButton>
        ) : null}
        {is === "paying" || isUnpaid ? <Cancel answer={answer} canAct={canAct} /> : null}
      </div>
    </Card>
  );
}

function Resume({ planName, canAct }: { planName: string; canAct: boolean }) {
  const resume = useResume();
  return (
    <Button
      variant="primary"
      busy={resume.isPending}
      busyLabel="One moment…"
      disabled={!canAct}
      onClick={() =>
        resume.mutate(undefined, {
          onSuccess: () => toast({ title: `${planName} continues`, tone: "good" }),
          onError: (error) => toast({ title: planProblem(error), tone: "bad" }),
        })
      }
    >
      {`Keep ${planName}`}
    </Button>
  );
}

function Cancel({ answer, canAct }: { answer: SubscriptionResponse; canAct: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { dateLong } = useRules();
  const cancel = useCancel();
  const { planName, standing, paidTo } = answer;
  const end =
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
        description={`${end} After that you can still read, share and export everything.`}
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
              toast({ title: planProblem(error), tone: "bad" });
            },
          })
        }
      />
    </>
  );
}
