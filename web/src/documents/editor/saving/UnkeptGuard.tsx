import { useSyncExternalStore } from "react";
import { LeaveGuard } from "../../../ui/LeaveGuard";
import type { Autosaver } from "./autosave";

/** Where the device keeps nothing, what is not sent goes with the page: that is asked about before it is left. */
export function UnkeptGuard({ saver }: { saver: Pick<Autosaver, "subscribe" | "isOnlyInWindow"> }) {
  return <LeaveGuard when={useSyncExternalStore(saver.subscribe, saver.isOnlyInWindow)} />;
}
