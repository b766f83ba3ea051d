import { useEffect } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { dismissToast, toastStore } from "../../ui/toast";
import { closeRefusal, type Refusal, useRefusal } from "./refusals";
import { usePlan } from "./usePlan";
import { asHeading, PLAN_PAGE, stillWorks, wayOf } from "./words";

/** The one panel that says why something was not done, and where to go on. Mounted once, in the signed-in app. */
export function RefusalDialog() {
  const refusal = useRefusal();
  return refusal ? <Said refusal={refusal} /> : null;
}

function Said({ refusal: { kind, message } }: { refusal: Refusal }) {
  const { answer } = usePlan();
  useSaidOnce(message);
  const isLapse = kind === "plan";
  // The server's word may be newer than what is known here.
  const known = answer?.mayWrite === false ? answer : JUST_LAPSED;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeRefusal()}
      title={asHeading((isLapse && message.split(". ")[0]) || message)}
      description={isLapse ? stillWorks(known) : "Everything else carries on as before."}
      footer={
        <>
          <Button onClick={closeRefusal}>Not now</Button>
          <Button asChild variant="primary">
            <Link to={PLAN_PAGE} onClick={closeRefusal}>
              {isLapse ? wayOf(known) : "See plans"}
            </Link>
          </Button>
        </>
      }
    />
  );
}

const JUST_LAPSED = { standing: { is: "lapsed", why: "trial" } } as const;

/** A toast that says the same beside it is taken away. */
function useSaidOnce(message: string): void {
  useEffect(() => {
    const look = () => {
      const shown = toastStore.snapshot();
      if (shown && (shown.title === message || shown.description === message)) dismissToast(shown.id);
    };
    look();
    return toastStore.subscribe(look);
  }, [message]);
}
