import { Banknote, FilePen, MailX, MessageCircleQuestion } from "lucide-react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { EmailState } from "../../api/generated/EmailState";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { cx } from "../../ui/cx";
import { getOnlyHereText } from "../../ui/device";
import { StatusBadges } from "../status/StatusBadges";
import { useSyncState, useUnsharedIds, useWillBeSent } from "../unsent/useSyncState";

/**
 * The status of a row; before it, a mark where its customer says that something was paid, and one where nobody knows
 * that an email arrived; after it what its customer asked for, and a mark where changes wait on this device.
 */
export function RowStatus({ row }: { row: DocumentSummary }) {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-1 md:py-1">
      <ToConfirmIcon amount={row.toConfirm} />
      <LostEmailIcon state={row.lostEmail} />
      <StatusBadges doc={row} displayStatus={row.displayStatus} />
      <QuestionBadge questionKind={row.asked} />
      <UnsharedBadge kind={row.kind} id={row.id} status={row.status} />
      <UnsentBadge kind={row.kind} id={row.id} status={row.status} />
    </span>
  );
}

/** What its customer asked for and nobody has answered. Rows that an older version has left on this device have none. */
function QuestionBadge({ questionKind }: { questionKind: QuestionKind | null | undefined }) {
  if (!questionKind) return null;
  if (questionKind === "question") return <Badge tone="blue" icon={MessageCircleQuestion} label="Question" />;
  return <Badge tone="blue" icon={FilePen} label="Changes" />;
}

const LOST_EMAIL_LABELS: Partial<Record<EmailState, string>> = {
  unconfirmed: "Email not confirmed",
  refused: "Email refused",
  given_up: "Email wasn’t sent",
};

function LostEmailIcon({ state }: { state: EmailState | null }) {
  const label = state && LOST_EMAIL_LABELS[state];
  if (!label) return null;
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-6 shrink-0 items-center justify-center rounded-full",
        state === "unconfirmed" ? "bg-warn-tint text-warn" : "bg-bad-tint text-bad",
      )}
    >
      <MailX aria-hidden size={14} strokeWidth={2.25} />
    </span>
  );
}

function ToConfirmIcon({ amount }: { amount: string }) {
  const { gbp } = useRules();
  if (Number(amount) === 0) return null;
  const label = `${gbp(amount)} to confirm`;
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-warn-tint text-warn"
    >
      <Banknote aria-hidden size={14} strokeWidth={2.25} />
    </span>
  );
}

/** On a document's row: the server does not have it is here. Of one that is saved nothing need be said. */
export function UnsentBadge({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  const syncState = useSyncState(kind, id, status);
  const willBeSent = useWillBeSent(kind, id);
  if (syncState === "saved") return null;
  return syncState === "sending" ? (
    <Badge tone="blue" label="Sending" />
  ) : (
    <Badge tone="amber" label={willBeSent ? "Will be sent" : getOnlyHereText()} />
  );
}

/** On a document's row: it was changed on this device, and its customer has not been shown that. */
export function UnsharedBadge({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  const unshared = useUnsharedIds(kind);
  const willBeSent = useWillBeSent(kind, id);
  // A draft nobody else sees: what is typed into it is on its way.
  if (status === "draft" || willBeSent || !unshared.has(id)) return null;
  return <Badge tone="amber" label="Changes not shared" />;
}

/** What a job is, in two lines of a table; a row's tooltip has the rest. */
export function JobCell({ text }: { text: string }) {
  return (
    <span data-whole={text} className="line-clamp-2 whitespace-normal leading-4.5">
      {text}
    </span>
  );
}
