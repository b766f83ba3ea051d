import { CircleAlert, Info } from "lucide-react";
import { Button } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import type { KindInfo } from "../../kind";
import type { DraftSaveState } from "./saveState";

/**
 * On a document that its customer has: that what is typed is not shared yet, and the way back to what they see. It is
 * there before the first key, as tall as after it: nothing moves under the pen.
 */
export function UnsharedChangesBar({
  kindInfo,
  saveState,
  onDiscard,
}: {
  kindInfo: KindInfo;
  saveState: DraftSaveState;
  onDiscard: () => void;
}) {
  const isChanged = ["held", "refused", "needsPlan"].includes(saveState.kind);
  return (
    <div
      className={cx(
        "grid items-center rounded-t-lg border-line border-b px-4 py-2 text-sm *:[grid-area:1/1] @xl:px-6",
        isChanged ? "bg-warn-tint text-warn" : "text-quiet",
      )}
    >
      <p className={cx("flex items-start gap-2", isChanged && "invisible")}>
        <Info aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
        {`Your customer can see this ${kindInfo.name}. They see your changes once you press “Update ${kindInfo.name}”.`}
      </p>
      <div className={cx("flex flex-wrap items-center gap-2", !isChanged && "invisible")}>
        <CircleAlert aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
        <p className="min-w-0 flex-[1_1_8rem]">
          <strong className="block font-semibold">Changes not shared</strong>
          Your customer still sees the old version.
        </p>
        <Button onClick={onDiscard} className="shrink-0">
          Discard
        </Button>
      </div>
    </div>
  );
}
