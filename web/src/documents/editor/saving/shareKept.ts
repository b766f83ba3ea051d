import type { QueryClient } from "@tanstack/react-query";
import type { Kind } from "../../../api/generated/Kind";
import { newId } from "../../../api/ids";
import type { UnsentLog } from "../../../offline/unsent";
import type { Rules } from "../../../rules/rules";
import { readDocument } from "../../queries";
import { Autosaver } from "./autosave";
import { Merging } from "./merging";
import { openDraft } from "./open";
import { saverPorts } from "./saverPorts";

/**
 * Puts the changes of a document that this device keeps before its customer, as the editor would. False where a
 * person must look at them first: a field was changed elsewhere too, or is refused; or there is no network.
 */
export async function shareKept(
  kind: Kind,
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
