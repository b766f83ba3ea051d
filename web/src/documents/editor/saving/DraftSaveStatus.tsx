import { CircleAlert, Info } from "lucide-react";
import { useSyncExternalStore } from "react";
import { usePlan } from "../../../entities/plans/usePlan";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import { deviceName } from "../../../ui/device";
import { LeaveGuard } from "../../../ui/form-guards";
import { SaveStateLabel as SaveWords } from "../../../ui/SaveState";
import type { KindInfo } from "../../kind";
import type { Autosaver } from "./autosaver";
import type { DraftSaveState } from "./saveState";
import type { DraftEditor } from "./useDraftEditor";

/** The save state in a word. */
export function DraftSaveStatus({ saver }: { saver: DraftEditor["saver"] }) {
  const state = useSyncExternalStore(saver.subscribe, saver.snapshot);
  switch (state.kind) {
    case "untouched":
      return <SaveWords status="idle" />;
    case "waiting":
    case "saving":
      return <SaveWords status="saving" />;
    case "saved":
      return <SaveWords status="saved" />;
    case "held":
      return <SaveWords status="onDevice" />;
    case "unsent":
      return <SaveWords status="unsent" detail="Sent when there is signal" />;
    case "needsPlan":
      return <SaveWords status="onDevice" detail="Sent once you have a plan" />;
    case "refused":
      return <SaveWords status="onDevice" detail={state.message} />;
    case "conflict":
      return <SaveWords status="error" detail="Changed elsewhere" />;
  }
}

/** Reopens a postponed conflict; it stays with the save state, however far the page is scrolled. */
export function ConflictBar({ onChoose }: { onChoose: () => void }) {
  return (
    <div role="status" className="border-warn/25 border-t bg-warn-tint text-sm text-warn">
      <div className="mx-auto flex max-w-[90rem] items-center gap-3 px-4 py-2 md:px-6">
        <CircleAlert aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
        <p className="min-w-0 flex-1">Also changed elsewhere. Nothing more is saved until you choose.</p>
        <Button onClick={onChoose} className="shrink-0">
          Choose
        </Button>
      </div>
    </div>
  );
}

/** Why the document can't be saved, with a link to the problem. Nothing typed is lost meanwhile. */
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

/**
 * The plan has lapsed during editing: the edits stay and are sent once there is a plan. The banner links
 * there.
 */
function PlanNeededBanner() {
  const { subscription } = usePlan();
  const reason = (subscription?.mayWrite === false && subscription.sentence) || "Your plan has ended.";
  return (
    <Banner tone="amber" className="m-4 mb-0" live>
      {`${reason} What you type is saved on this ${deviceName()} until you have a plan.`}
    </Banner>
  );
}

/**
 * Shown on a document that its customer has: edits aren't shared yet and can be discarded. It is displayed
 * before the first keystroke with the same height, so that nothing moves.
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

/** Without storage, unsent edits would be lost with the page, so the user is asked before leaving it. */
export function UnsavedLeaveGuard({ saver }: { saver: Pick<Autosaver, "subscribe" | "isOnlyInWindow"> }) {
  return <LeaveGuard when={useSyncExternalStore(saver.subscribe, saver.isOnlyInWindow)} />;
}
