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
 * The status of a row. Before it, marks for an announced payment and for an email that may not have arrived;
 * after it, the customer's question and a mark for waiting changes on this device.
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

/**
 * The customer's question that hasn't been replied to. Rows cached by an older version of the app have no
 * such field.
 */
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

/** Marks a row whose changes haven't reached the server; nothing if it is saved. */
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

/** Marks a row that was changed on this device without sharing the changes with the customer. */
export function UnsharedBadge({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  const unshared = useUnsharedIds(kind);
  const willBeSent = useWillBeSent(kind, id);
  // Nobody else sees a draft, so its changes are simply being saved.
  if (status === "draft" || willBeSent || !unshared.has(id)) return null;
  return <Badge tone="amber" label="Changes not shared" />;
}

/** The job's description in two lines of a table cell; the row's tooltip shows the rest. */
export function JobCell({ text }: { text: string }) {
  return (
    <span data-whole={text} className="line-clamp-2 whitespace-normal leading-4.5">
      {text}
    </span>
  );
}
