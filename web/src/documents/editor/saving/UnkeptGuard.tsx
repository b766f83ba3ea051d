import { useSyncExternalStore } from "react";
import { LeaveGuard } from "../../../ui/LeaveGuard";
import type { Autosaver } from "./autosave";
import type { SaveState } from "./states";

/** What is typed and stays here until something happens: nothing is on its way that would save it. */
const STAYING: readonly SaveState["kind"][] = ["unsent", "held", "refused", "needsPlan", "conflict"];

/** Where the device keeps nothing, what is not sent goes with the page: that is asked about before it is left. */
export function UnkeptGuard({ saver }: { saver: Pick<Autosaver, "subscribe" | "snapshot" | "isKept"> }) {
  const isOnlyInWindow = () => !saver.isKept() && STAYING.includes(saver.snapshot().kind);
  return <LeaveGuard when={useSyncExternalStore(saver.subscribe, isOnlyInWindow)} />;
}
