import { isSameEntity, type WaitingChange } from "../../offline/waiting/waiting-change";
import { useIsWaitingKnown, useWaitingChanges } from "../../offline/waiting/waiting-hooks";
import { getOpenEditor } from "../offline/open-editors";
import { useUnsentProblems } from "../offline/unsentProblems";
import { useIsUnsentLoaded, useUnsentDocuments } from "./useUnsentDocuments";

const hasProblem = ({ problem }: WaitingChange) => problem !== null;

/** The number of changes on this device that can't be sent until the user has looked at them. */
export function useNeedsAttentionCount(): number {
  const refusedChanges = useWaitingChanges().filter(hasProblem);
  const problems = useUnsentProblems();
  // A document and its waiting changes are fixed together; an editor open here displays its conflict itself.
  const documents = useUnsentDocuments().filter(
    ({ kind, id }) =>
      problems[id] &&
      !getOpenEditor(id) &&
      !refusedChanges.some(({ thing }) => isSameEntity(thing, { sort: kind, id })),
  );
  return refusedChanges.length + documents.length;
}

/** The number of waiting changes and unsent documents on this device; null until all have been read. */
export function useUnsentCount(): number | null {
  const count = useWaitingChanges().length + useUnsentDocuments().length;
  const areWaitingLoaded = useIsWaitingKnown();
  const areDocumentsLoaded = useIsUnsentLoaded();
  return areWaitingLoaded && areDocumentsLoaded ? count : null;
}
