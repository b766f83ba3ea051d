import type { QueryClient } from "@tanstack/react-query";
import { ApiError, needsPlan } from "../../../api/errors";
import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { EditConflict } from "../../../api/generated/EditConflict";
import { subscriptionQuery } from "../../../entities/plans/queries";
import type { Edit, UnsentLog } from "../../../offline/unsent";
import type { Rules } from "../../../rules/rules";
import { isSupplied } from "../../../ui/supplied";
import { settle } from "../../mutations";
import { readDocument } from "../../queries";
import type { StoredDocument } from "../../types";
import { documentWrites } from "../../writes";
import { type Draft, toWire } from "../draft/draft";
import { keepRates, recallRates } from "../draft/labourRates";
import { ruleErrors } from "../totals/useReckoning";
import type { SaverPorts } from "./autosave";
import type { Outcome } from "./states";

/** The saver's world: the server, the rules and this device. */
export function saverPorts(
  kind: DocumentKind,
  id: string,
  { client, rules, log }: { client: QueryClient; rules: Rules; log: UnsentLog },
): SaverPorts {
  void recallRates(log.account);
  const attempt = async (send: () => Promise<StoredDocument>) => {
    const became = await tried(send);
    // What is known of the plan is older than this answer.
    if (became.kind === "needsPlan")
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true });
    return became;
  };
  return {
    create: async (draft) => {
      const became = await attempt(() => {
        const body = toWire(kind, draft);
        return draft.varies
          ? documentWrites.vary(draft.varies.id, id, body)
          : documentWrites.create(kind, id, body);
      });
      return became.kind === "misplaced" ? { ...became, kind: "refused" } : became;
    },
    send: async (edit) => {
      const became = await attempt(() => documentWrites.edit(kind, id, edit));
      return became.kind === "misplaced" ? againstWhatStands(kind, id, edit, became.message) : became;
    },
    check: (draft) => whyNotSent(rules, kind, draft),
    keep: (edits) => log.write(edits),
    stored: (stored) => {
      keepRates(log.account);
      settle(client, kind, stored);
    },
  };
}

/** Why a draft is not sent: it would be refused. A date whose year is still being typed passes 2, 20 and 202. */
export function whyNotSent(rules: Pick<Rules, "validate">, kind: DocumentKind, draft: Draft): string | null {
  const { issueDate, endDate, supplyDate } = draft;
  const isFine =
    [issueDate, endDate, supplyDate].every(isSupplied) && ruleErrors(rules, kind, draft).length === 0;
  return isFine ? null : "Fix the fields in red to save this.";
}

/** An operation that has no place in the document as it stands. */
type Misplaced = { kind: "misplaced"; message: string };

async function tried(send: () => Promise<StoredDocument>): Promise<Outcome | Misplaced> {
  try {
    return { kind: "stored", stored: await send() };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** What an error says about the write. A session that ended is no refusal: the draft waits for the next one. */
function outcomeOf(error: unknown): Outcome | Misplaced {
  if (!(error instanceof ApiError)) return { kind: "unanswered" };
  if (needsPlan(error)) return { kind: "needsPlan" };
  if (error.status === 409) {
    if (error.code === "operation_id_in_use") return { kind: "taken" };
    const current = currentOf(error.body);
    if (current) return { kind: "stale", stored: current, told: toldIn(error) };
  }
  const later = error.status >= 500 || [401, 408, 429].includes(error.status);
  if (later) return { kind: "unanswered" };
  const message = error.errors.map((one) => one.msg).join(" ") || error.message;
  const misplaced = error.status === 422 && error.errors.some(({ path }) => path.startsWith("operations["));
  return { kind: misplaced ? "misplaced" : "refused", message };
}

/** The operations were made for another document than the one that stands: they are made anew for that one. */
async function againstWhatStands(
  kind: DocumentKind,
  id: string,
  edit: Edit,
  message: string,
): Promise<Outcome> {
  try {
    const stored = await readDocument(kind, id);
    if (stored.version === edit.baseVersion) return { kind: "refused", message };
    return { kind: "stale", stored, told: [] };
  } catch {
    return { kind: "unanswered" };
  }
}

function currentOf(body: unknown): StoredDocument | null {
  if (typeof body !== "object" || body === null || !("current" in body)) return null;
  const { current } = body;
  return typeof current === "object" && current !== null && "version" in current
    ? (current as StoredDocument)
    : null;
}

function toldIn(error: ApiError): Conflict[] {
  return error.code === "edit_conflict" ? (error.body as EditConflict).conflicts : [];
}
