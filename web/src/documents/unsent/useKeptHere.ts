import { useIsWaitingKnown, useWaitingChanges } from "../../offline/waiting/waiting-hooks";
import { useIsUnsentLoaded, useUnsentDocuments } from "./useUnsentDocuments";

/** How many changes are on this device only, deeds and documents; null until all of them are read. */
export function useUnsentCount(): number | null {
  const count = useWaitingChanges().length + useUnsentDocuments().length;
  const areWaitingLoaded = useIsWaitingKnown();
  const areDocumentsLoaded = useIsUnsentLoaded();
  return areWaitingLoaded && areDocumentsLoaded ? count : null;
}
