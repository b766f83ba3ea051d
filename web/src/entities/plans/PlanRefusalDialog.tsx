import { useEffect } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { dismissToast, toastStore } from "../../ui/toast";
import { describeLapsedPlan, getPlanLinkLabel, PLAN_PATH, toHeading } from "./planTexts";
import { closePlanRefusal, type PlanRefusal, usePlanRefusal } from "./refusals";
import { usePlan } from "./usePlan";

/** The one panel that says why something was not done, and where to go on. Mounted once, in the signed-in app. */
export function PlanRefusalDialog() {
  const refusal = usePlanRefusal();
  return refusal ? <PlanRefusalContent refusal={refusal} /> : null;
}

function PlanRefusalContent({ refusal: { kind, message } }: { refusal: PlanRefusal }) {
  const { subscription } = usePlan();
  useDuplicateToastRemoval(message);
  const isLapse = kind === "plan";
  // The server's word may be newer than what is known here.
  const planState = subscription?.mayWrite === false ? subscription : LAPSED_TRIAL;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closePlanRefusal()}
      title={toHeading((isLapse && message.split(". ")[0]) || message)}
      description={isLapse ? describeLapsedPlan(planState) : "Everything else carries on as before."}
      footer={
        <>
          <Button onClick={closePlanRefusal}>Not now</Button>
          <Button asChild variant="primary">
            <Link to={PLAN_PATH} onClick={closePlanRefusal}>
              {isLapse ? getPlanLinkLabel(planState) : "See plans"}
            </Link>
          </Button>
        </>
      }
    />
  );
}

const LAPSED_TRIAL = { standing: { is: "lapsed", why: "trial" } } as const;

/** A toast that says the same beside it is taken away. */
function useDuplicateToastRemoval(message: string): void {
  useEffect(() => {
    const removeDuplicate = () => {
      const shownToast = toastStore.snapshot();
      if (shownToast && (shownToast.title === message || shownToast.description === message))
        dismissToast(shownToast.id);
    };
    removeDuplicate();
    return toastStore.subscribe(removeDuplicate);
  }, [message]);
}
