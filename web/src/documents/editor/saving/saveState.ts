import type { Conflict } from "../../../api/generated/Conflict";
import type { StoredDocument } from "../../types";

/** What became of an attempt to save. */
export type SaveOutcome =
  | { kind: "stored"; stored: StoredDocument }
  /** Others were there first: what stands now, and the fields that the server asks about. */
  | { kind: "stale"; stored: StoredDocument; serverConflicts: readonly Conflict[] }
  /** Another edit has this one's name. */
  | { kind: "taken" }
  /** The server will not take it as it is (4xx); more of the same will not help. */
  | { kind: "refused"; message: string }
  /** The account's plan has lapsed: the same is taken once there is one. */
  | { kind: "needsPlan" }
  /** No answer, or a fault of the server's: it may or may not have been stored. */
  | { kind: "unanswered" };

/** How far what is typed is saved. */
export type DraftSaveState =
  | { kind: "untouched" }
  /** Typed, and about to be sent. */
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved" }
  /** Kept on this device until the person says so: the customer can already see the document. */
  | { kind: "held" }
  /** Kept on this device until the network is back. */
  | { kind: "unsent" }
  /** Kept on this device until there is a plan. */
  | { kind: "needsPlan" }
  /** Kept on this device until a field is mended. */
  | { kind: "refused"; message: string }
  /** Both set these fields. Nothing is written until the person has chosen. */
  | { kind: "conflict"; stored: StoredDocument; conflicts: readonly Conflict[] };
