import type { QueryClient } from "@tanstack/react-query";
import { ApiError, isPlanLapsedError } from "../../../api/errors";
import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { EditConflict } from "../../../api/generated/EditConflict";
import { subscriptionQuery } from "../../../entities/plans/usePlan";
import type { DocumentEdit, UnsentEditLog } from "../../../offline/unsent-edits";
import type { Rules } from "../../../rules/rules";
import { isAcceptedDate } from "../../../ui/date-range";
import { updateCachedDocument } from "../../mutations";
import { readDocument } from "../../queries";
import type { StoredDocument } from "../../types";
import { documentWrites } from "../../writes";
import { type DocumentDraft, toRequestBody } from "../draft/draft";
import { prepareLabourRates, storeLabourRates } from "../draft/labourRates";
import { getRuleErrors } from "../totals/useDraftCalculation";
import type { SaverPorts } from "./autosaver";
import type { SaveOutcome } from "./saveState";

/** The saver's environment: the server, the rules and this device. */
export function createSaverPorts(
  kind: DocumentKind,
  id: string,
  { client, rules, log }: { client: QueryClient; rules: Rules; log: UnsentEditLog },
): SaverPorts {
  void prepareLabourRates(log.account);
  const attempt = async (send: () => Promise<StoredDocument>) => {
    const outcome = await tryRequest(send);
    // The cached plan is older than this response.
    if (outcome.kind === "needsPlan")
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true });
    return outcome;
  };
  return {
    createDocument: async (draft) => {
      const outcome = await attempt(() => {
        const body = toRequestBody(kind, draft);
        return draft.varies
          ? documentWrites.createVariation(draft.varies.id, id, body)
          : documentWrites.create(kind, id, body);
      });
      return outcome.kind === "misplaced" ? { ...outcome, kind: "refused" } : outcome;
    },
    sendEdit: async (edit) => {
      const outcome = await attempt(() => documentWrites.edit(kind, id, edit));
      return outcome.kind === "misplaced" ? compareWithStored(kind, id, edit, outcome.message) : outcome;
    },
    findProblem: (draft) => getReasonNotSent(rules, kind, draft),
    cacheEdits: (edits) => log.write(edits),
    onStored: (stored) => {
      storeLabourRates(log.account);
      updateCachedDocument(client, kind, stored);
    },
  };
}

/**
 * Why a draft isn't sent: it would be refused. While a year is being typed, a date passes years 2, 20 and
 * 202.
 */
export function getReasonNotSent(
  rules: Pick<Rules, "validate">,
  kind: DocumentKind,
  draft: DocumentDraft,
): string | null {
  const { issueDate, endDate, supplyDate } = draft;
  const isFine =
    [issueDate, endDate, supplyDate].every(isAcceptedDate) && getRuleErrors(rules, kind, draft).length === 0;
  return isFine ? null : "Fix the fields in red to save this.";
}

/** An operation that can't be applied to the current document. */
type MisplacedOutcome = { kind: "misplaced"; message: string };

async function tryRequest(send: () => Promise<StoredDocument>): Promise<SaveOutcome | MisplacedOutcome> {
  try {
    return { kind: "stored", stored: await send() };
  } catch (error) {
    return toOutcome(error);
  }
}

/**
 * The outcome that an error means for a save. An ended session isn't a refusal: the draft waits for the next
 * one.
 */
function toOutcome(error: unknown): SaveOutcome | MisplacedOutcome {
  if (!(error instanceof ApiError)) return { kind: "unanswered" };
  if (isPlanLapsedError(error)) return { kind: "needsPlan" };
  if (error.status === 409) {
    if (error.code === "operation_id_in_use") return { kind: "taken" };
    const current = getCurrentDocument(error.body);
    if (current) return { kind: "stale", stored: current, serverConflicts: getEditConflicts(error) };
  }
  const isTemporary = error.status >= 500 || [401, 408, 429].includes(error.status);
  if (isTemporary) return { kind: "unanswered" };
  const message = error.errors.map((one) => one.msg).join(" ") || error.message;
  const isMisplaced = error.status === 422 && error.errors.some(({ path }) => path.startsWith("operations["));
  return { kind: isMisplaced ? "misplaced" : "refused", message };
}

/** The operations were made for another version than the stored one, so they are composed again for that. */
async function compareWithStored(
  kind: DocumentKind,
  id: string,
  edit: DocumentEdit,
  message: string,
): Promise<SaveOutcome> {
  try {
    const stored = await readDocument(kind, id);
    if (stored.version === edit.baseVersion) return { kind: "refused", message };
    return { kind: "stale", stored, serverConflicts: [] };
  } catch {
    return { kind: "unanswered" };
  }
}

function getCurrentDocument(body: unknown): StoredDocument | null {
  if (typeof body !== "object" || body === null || !("current" in body)) return null;
  const { current } = body;
  return typeof current === "object" && current !== null && "version" in current
    ? (current as StoredDocument)
    : null;
}

function getEditConflicts(error: ApiError): Conflict[] {
  return error.code === "edit_conflict" ? (error.body as EditConflict).conflicts : [];
}
