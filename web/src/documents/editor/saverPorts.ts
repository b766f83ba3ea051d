import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/errors";
import type { Kind } from "../../api/generated/Kind";
import type { Rules } from "../../rules/rules";
import { settle } from "../mutations";
import type { StoredDocument } from "../types";
import { documentWrites } from "../writes";
import type { Outcome, SaverPorts } from "./autosave";
import type { Backups } from "./backup";
import { type Draft, fromWire, sameDocument, toWire } from "./draft";
import { ruleErrors } from "./useReckoning";

/** The saver's world: the server, the rules and this device. */
export function saverPorts(
  kind: Kind,
  id: string,
  { client, rules, backups }: { client: QueryClient; rules: Rules; backups: Backups },
): SaverPorts<StoredDocument> {
  return {
    send: async (draft, version) => {
      const body = toWire(kind, draft);
      try {
        const stored =
          version === null
            ? await documentWrites.create(kind, id, body)
            : await documentWrites.update(kind, id, version, body);
        return { kind: "stored", version: stored.version, stored };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    same: (stored, sent) =>
      sameDocument(
        kind,
        fromWire(kind, stored, () => ""),
        sent,
      ),
    check: (draft) => whyNotSent(rules, kind, draft),
    keep: (draft, version) => void backups.write(kind, id, draft, version),
    forget: () => backups.drop(kind, id),
    stored: (stored) => settle(client, kind, stored),
  };
}

function whyNotSent(rules: Rules, kind: Kind, draft: Draft): string | null {
  if (!draft.businessProfileId) return "Add your business profile to save this.";
  return ruleErrors(rules, kind, draft).length > 0 ? "Mend the marked fields to save this." : null;
}

/** What an error says about the write. A session that ended is no refusal: the draft waits for the next one. */
function outcomeOf(error: unknown): Outcome<StoredDocument> {
  if (!(error instanceof ApiError)) return { kind: "unanswered" };
  const current = currentOf(error.body);
  if (error.status === 409 && current) return { kind: "stale", version: current.version, stored: current };
  const later = error.status >= 500 || [401, 408, 429].includes(error.status);
  if (later) return { kind: "unanswered" };
  return { kind: "refused", message: error.errors.map((one) => one.msg).join(" ") || error.message };
}

function currentOf(body: unknown): StoredDocument | null {
  if (typeof body !== "object" || body === null || !("current" in body)) return null;
  const { current } = body;
  return typeof current === "object" && current !== null && "version" in current
    ? (current as StoredDocument)
    : null;
}
