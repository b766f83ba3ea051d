import type { Notification } from "../../api/generated/Notification";
import { ALL_KINDS } from "../../documents/kind";

/**
 * The page of a notification: the document or recurring invoice that it is about, or the page where its
 * statement is sent again; null for a subject that this app doesn't know.
 */
export function findNotificationPath({ subjectKind, subjectId }: Notification): string | null {
  const match = ALL_KINDS.find(({ kind }) => kind === subjectKind);
  if (subjectKind === "recurring_invoice") return `/recurring/${subjectId}`;
  if (subjectKind === "cis_statement") return "/cis/contractor";
  if (subjectKind === "account_statement") return `/contacts/${subjectId}/statement`;
  return match ? `${match.path}/${subjectId}` : null;
}
