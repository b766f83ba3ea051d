import { useEffect, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { ApiError } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { dismissToast, toastStore } from "../../ui/toast";
import { describeLapsedPlan, getPlanLinkLabel, PLAN_PATH, toHeading } from "./planTexts";
import { usePlan } from "./usePlan";

/** Why an action was refused: the plan has lapsed or doesn't include it. */
export interface PlanRefusal {
  kind: "plan" | "plus";
  /** The server's message. */
  message: string;
}

let currentRefusal: PlanRefusal | null = null;
const listeners = new Set<() => void>();

function setRefusal(next: PlanRefusal | null): void {
  currentRefusal = next;
  for (const listener of listeners) listener();
}

/** Opens the shared dialog with the refusal and a link to the plans. */
export const showPlanRefusal = ({ code, message }: Pick<ApiError, "code" | "message">): void =>
  setRefusal({ kind: code === "plan_lapsed" ? "plan" : "plus", message });

/** Closes the dialog. */
export const closePlanRefusal = (): void => setRefusal(null);

/** The current refusal, or null. */
export function usePlanRefusal(): PlanRefusal | null {
  return useSyncExternalStore(subscribe, () => currentRefusal);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog that explains why an action was refused and where to go. Mounted once, in the signed-in app. */
export function PlanRefusalDialog() {
  const refusal = usePlanRefusal();
  return refusal ? <PlanRefusalContent refusal={refusal} /> : null;
}

function PlanRefusalContent({ refusal: { kind, message } }: { refusal: PlanRefusal }) {
  const { subscription } = usePlan();
  useDuplicateToastRemoval(message);
  const isLapse = kind === "plan";
  // The server's response may be newer than the plan loaded here.
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

/** Removes a toast with the same message. */
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
