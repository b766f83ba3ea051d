import { usePlan } from "../../../entities/plans/usePlan";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { deviceName } from "../../../ui/device";
import type { SaveState } from "./states";

/** What keeps the document from being saved, and the way to it. Nothing typed is lost meanwhile. */
export function SaveTrouble({ save, onShow }: { save: SaveState; onShow: (() => void) | null }) {
  if (save.kind === "needsPlan") return <PlanNeeded />;
  if (save.kind !== "refused") return null;
  return (
    <Banner
      tone="amber"
      className="m-4 mb-0"
      live
      action={
        onShow && (
          <Button onClick={onShow} className="-my-1 shrink-0">
            Show me
          </Button>
        )
      }
    >
      {`${save.message} What you typed is saved on this device.`}
    </Banner>
  );
}

/** The plan has lapsed under the pen: what is typed stays, and goes out once there is one. The band leads there. */
function PlanNeeded() {
  const { answer } = usePlan();
  const why = (answer?.mayWrite === false && answer.sentence) || "Your plan has ended.";
  return (
    <Banner tone="amber" className="m-4 mb-0" live>
      {`${why} What you type is saved on this ${deviceName()} until you have a plan.`}
    </Banner>
  );
}
