import { isSameEntity, type WaitingChange } from "../../offline/waiting/waiting-change";
import { useIsWaitingKnown, useWaitingChanges } from "../../offline/waiting/waiting-hooks";
import { getOpenEditor } from "../offline/open-editors";
import { useUnsentProblems } from "../offline/unsentProblems";
import { useIsUnsentLoaded, useUnsentDocuments } from "./useUnsentDocuments";

const hasProblem = ({ problem }: WaitingChange) => problem !== null;

/** How many changes on this device do not go out before a person has looked at them. */
export function useNeedsAttentionCount(): number {
  const refusedChanges = useWaitingChanges().filter(hasProblem);
  const problems = useUnsentProblems();
  // A document and what waits to be done to it are mended at once; one whose editor is open here asks by itself.
  const documents = useUnsentDocuments().filter(
    ({ kind, id }) =>
      problems[id] &&
      !getOpenEditor(id) &&
      !refusedChanges.some(({ thing }) => isSameEntity(thing, { sort: kind, id })),
  );
  return refusedChanges.length + documents.length;
}

/** How many changes are on this device only, deeds and documents; null until all of them are read. */
export function useUnsentCount(): number | null {
  const count = useWaitingChanges().length + useUnsentDocuments().length;
  const areWaitingLoaded = useIsWaitingKnown();
  const areDocumentsLoaded = useIsUnsentLoaded();
  return areWaitingLoaded && areDocumentsLoaded ? count : null;
}
