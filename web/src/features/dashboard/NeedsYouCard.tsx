import {
  ChevronRight,
  CircleAlert,
  FilePen,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestion,
  Repeat,
} from "lucide-react";
import { Link } from "react-router";
import type { Dashboard } from "../../api/generated/Dashboard";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { getDocumentPath, KINDS } from "../../documents/kind";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";

interface AttentionItem {
  to: string;
  icon: LucideIcon;
  tone: string;
  text: string;
  hint: string;
}

const formatCount = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** A customer who is waiting for a reply to a question. */
const toQuestionItem = (row: DocumentSummary): AttentionItem => ({
  to: getDocumentPath(row.kind, row),
  icon: MessageCircleQuestion,
  tone: "text-pending",
  text: `${row.contactName || "Your customer"} ${row.asked === "changes" ? "requested changes" : "asked a question"}`,
  hint: [KINDS[row.kind].Name, row.number].filter(Boolean).join(" "),
});

/** What needs attention: whom to reply to, whom to chase, whom to ask once more, what to finish. */
export function NeedsYouCard({ dashboard }: { dashboard: Dashboard }) {
  const { gbp } = useRules();
  const { overdueInvoices, overdue, quotesExpiring, draftQuotes, draftInvoices } = dashboard;
  const { unsent, only, stopped } = dashboard.recurring;
  const { total, first } = dashboard.toAnswer;
  const items: (AttentionItem | false)[] = [
    ...first.map(toQuestionItem),
    unsent > 0 && {
      to: only ? `/invoices/${only}` : "/recurring",
      icon: Repeat,
      tone: "text-bad",
      text: formatCount(unsent, "recurring invoice wasn’t sent", "recurring invoices weren’t sent"),
      hint: unsent === 1 ? "Now a draft: see why, then send it" : "Now drafts: see why, then send them",
    },
    stopped > 0 && {
      to: "/recurring",
      icon: Repeat,
      tone: "text-bad",
      text: formatCount(stopped, "recurring invoice was paused", "recurring invoices were paused"),
      hint: "See why, then resume",
    },
    overdueInvoices > 0 && {
      to: "/invoices?status=overdue",
      icon: CircleAlert,
      tone: "text-bad",
      text: formatCount(overdueInvoices, "overdue invoice to chase", "overdue invoices to chase"),
      hint: gbp(overdue),
    },
    quotesExpiring > 0 && {
      to: "/quotes?status=expiring",
      icon: Hourglass,
      tone: "text-warn",
      text: formatCount(quotesExpiring, "quote about to expire", "quotes about to expire"),
      hint: "Within a week, with no reply yet",
    },
    draftQuotes > 0 && {
      to: "/quotes?status=draft",
      icon: FilePen,
      tone: "text-quiet",
      text: formatCount(draftQuotes, "quote to finish", "quotes to finish"),
      hint: draftQuotes === 1 ? "A draft, not sent yet" : "Drafts, not sent yet",
    },
    draftInvoices > 0 && {
      to: "/invoices?status=draft",
      icon: FilePen,
      tone: "text-quiet",
      text: formatCount(draftInvoices, "invoice to finish", "invoices to finish"),
      hint: draftInvoices === 1 ? "A draft, not sent yet" : "Drafts, not sent yet",
    },
  ];
  const openItems = items.filter((need) => need !== false);
  return (
    <Card
      title="Needs you now"
      flush
      action={
        Number(dashboard.outstanding) > 0 ? (
          <Link
            to="/owed"
            className="inline-flex min-h-11 shrink-0 items-center font-medium text-ink text-sm underline underline-offset-4"
          >
            Who owes me
          </Link>
        ) : null
      }
    >
      {openItems.length === 0 ? (
        <p className="px-4 pb-5 text-quiet md:px-5">Nothing is late or unfinished.</p>
      ) : (
        <ul className="divide-y divide-line">
          {openItems.map(({ to, icon: Icon, tone, text, hint }) => (
            <li key={`${to} ${text}`}>
              <Link
                to={to}
                className="flex min-h-16 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-canvas focus-visible:outline-offset-[-2px] md:px-5"
              >
                <Icon aria-hidden size={20} strokeWidth={1.75} className={cx("shrink-0", tone)} />
                <span className="min-w-0 flex-1">
                  <span className="wrap-anywhere block font-medium text-ink">{text}</span>
                  <span className="block w-fit text-quiet text-sm tabular-nums">{hint}</span>
                </span>
                <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-quiet" />
              </Link>
            </li>
          ))}
          {total > first.length && (
            <li className="px-4 py-3 text-quiet text-sm md:px-5">
              {formatCount(total - first.length, "more customer is", "more customers are")} waiting for your
              reply
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}
