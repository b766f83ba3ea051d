import { useSyncExternalStore } from "react";
import { LeaveGuard } from "../../../ui/form-guards";
import type { Autosaver } from "./autosaver";

/** Where the device keeps nothing, what is not sent goes with the page: that is asked about before it is left. */
export function UnsavedLeaveGuard({ saver }: { saver: Pick<Autosaver, "subscribe" | "isOnlyInWindow"> }) {
  return <LeaveGuard when={useSyncExternalStore(saver.subscribe, saver.isOnlyInWindow)} />;
}
