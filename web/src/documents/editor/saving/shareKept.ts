import type { QueryClient } from "@tanstack/react-query";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { newId } from "../../../api/ids";
import { UnsentLog } from "../../../offline/unsent";
import { unsentStore } from "../../../offline/unsent-store";
import { daysBetween, todayInLondon } from "../../../rules/calendar";
import type { Rules } from "../../../rules/rules";
import { readDocument } from "../../queries";
import { Autosaver } from "./autosave";
import { Composer } from "./compose";
import { Merging } from "./merging";
import { openDraft } from "./open";
import { saverPorts } from "./saverPorts";

/**
 * Puts the changes of a document that this device keeps before its customer, as the editor would. False where a
 * person must look at them first: a field was changed elsewhere too, or is refused; or there is no network.
 */
export async function shareKept(
  kind: DocumentKind,
  id: string,
  world: { client: QueryClient; rules: Rules; log: UnsentLog },
): Promise<boolean> {
  const edits = await world.log.read();
  const stored = await readDocument(kind, id);
  const merging = new Merging(world.rules, kind, newId);
  const blank = () => merging.standing(stored).draft;
  const start = openDraft(merging, stored, { edits, backup: null }, blank);
  if (!start.typed) {
    await world.log.write([]);
    return true;
  }
  const saver = new Autosaver(saverPorts(kind, id, world), merging, newId, start, true);
  const isDone = await saver.flush();
  void saver.leave();
  return isDone;
}

/**
 * Makes a new draft, of today, of a document with the changes that this device keeps of it, which can no longer be put
 * into it; they are let go of there. Answers the new one's id: like all that is typed, it goes to the server by itself.
 */
export async function keepAsNew(
  kind: DocumentKind,
  id: string,
  { account, rules, log }: { account: string; rules: Rules; log: UnsentLog },
): Promise<string> {
  const edits = await log.read();
  const merging = new Merging(rules, kind, newId);
  const stored = await readDocument(kind, id);
  const { draft } = openDraft(merging, stored, { edits, backup: null }, () => merging.standing(stored).draft);
  const issueDate = todayInLondon();
  const endDate = rules.plusDays(issueDate, Math.max(0, daysBetween(draft.issueDate, draft.endDate)));
  const made = newId();
  const whole = new Composer(merging, newId).log(null, [], { ...draft, issueDate, endDate });
  await new UnsentLog(unsentStore, { account, kind, document: made }).write(whole);
  await log.write([]);
  return made;
}
