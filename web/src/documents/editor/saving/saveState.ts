import type { Conflict } from "../../../api/generated/Conflict";
import type { StoredDocument } from "../../types";

/** The outcome of an attempt to save. */
export type SaveOutcome =
  | { kind: "stored"; stored: StoredDocument }
  /**
   * Others have changed it first: the current version, and the fields that the server reports as conflicts.
   */
  | { kind: "stale"; stored: StoredDocument; serverConflicts: readonly Conflict[] }
  /** Another edit already has this id. */
  | { kind: "taken" }
  /** The server refuses it as it is (4xx); retrying won't help. */
  | { kind: "refused"; message: string }
  /** The account's plan has lapsed: the same edit is accepted once there is a plan. */
  | { kind: "needsPlan" }
  /** No response, or a server error: it may or may not have been stored. */
  | { kind: "unanswered" };

/** How far the edits are saved. */
export type DraftSaveState =
  | { kind: "untouched" }
  /** Typed, about to be sent. */
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved" }
  /** Stored on this device until the user shares it, because the customer already has the document. */
  | { kind: "held" }
  /** Stored on this device until the network is back. */
  | { kind: "unsent" }
  /** Stored on this device until there is a plan. */
  | { kind: "needsPlan" }
  /** Stored on this device until a field is fixed. */
  | { kind: "refused"; message: string }
  /** Both sides changed these fields. Nothing is saved until the user has chosen. */
  | { kind: "conflict"; stored: StoredDocument; conflicts: readonly Conflict[] };
