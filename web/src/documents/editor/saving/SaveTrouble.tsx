import { usePlan } from "../../../entities/plans/usePlan";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { deviceName } from "../../../ui/device";
import type { DraftSaveState } from "./saveState";

/** What keeps the document from being saved, and the way to it. Nothing typed is lost meanwhile. */
export function SaveProblemBanner({
  saveState,
  onShowField,
}: {
  saveState: DraftSaveState;
  onShowField: (() => void) | null;
}) {
  if (saveState.kind === "needsPlan") return <PlanNeededBanner />;
  if (saveState.kind !== "refused") return null;
  return (
    <Banner
      tone="amber"
      className="m-4 mb-0"
      live
      action={
        onShowField && (
          <Button onClick={onShowField} className="-my-1 shrink-0">
            Show me
          </Button>
        )
      }
    >
      {`${saveState.message} What you typed is saved on this device.`}
    </Banner>
  );
}

/** The plan has lapsed under the pen: what is typed stays, and goes out once there is one. The band leads there. */
function PlanNeededBanner() {
  const { subscription } = usePlan();
  const reason = (subscription?.mayWrite === false && subscription.sentence) || "Your plan has ended.";
  return (
    <Banner tone="amber" className="m-4 mb-0" live>
      {`${reason} What you type is saved on this ${deviceName()} until you have a plan.`}
    </Banner>
  );
}
