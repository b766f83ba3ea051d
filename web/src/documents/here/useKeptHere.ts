import { useIsKnown, useWaiting } from "../../offline/waiting/useWaiting";
import { useIsUnsentKnown, useUnsentDocuments } from "./useUnsentDocuments";

/** How many changes are on this device only, deeds and documents; null until all of them are read. */
export function useKeptHere(): number | null {
  const count = useWaiting().length + useUnsentDocuments().length;
  const areDeedsKnown = useIsKnown();
  const areDocumentsKnown = useIsUnsentKnown();
  return areDeedsKnown && areDocumentsKnown ? count : null;
}
