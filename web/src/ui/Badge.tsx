import {
  Ban,
  CheckCheck,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
} from "lucide-react";
import { cx } from "./cx";

/**
 * The colours: blue for waiting, green for good, red for bad, grey for neutral, amber for needs attention.
 */
export type BadgeTone = "blue" | "green" | "red" | "grey" | "amber";

export const toneClass: Record<BadgeTone, string> = {
  blue: "bg-pending-tint text-pending",
  green: "bg-ok-tint text-ok",
  red: "bg-bad-tint text-bad",
  grey: "bg-idle-tint text-idle",
  amber: "bg-warn-tint text-warn",
};

const toneIcon: Record<BadgeTone, LucideIcon> = {
  blue: Clock,
  green: CircleCheck,
  red: CircleX,
  grey: CircleDashed,
  amber: CircleAlert,
};

/**
 * A short label on a tinted background, with an icon so that colour is never the only signal. It stays on one
 * line unless the text is large and space is short.
 */
export function Badge({
  tone,
  label,
  icon,
  className,
}: {
  tone: BadgeTone;
  label: string;
  icon?: LucideIcon;
  className?: string;
}) {
  const Icon = icon ?? toneIcon[tone];
  return (
    <span
      data-badge
      className={cx(
        "inline-flex min-h-6 max-w-full shrink-0 items-center gap-1 rounded-lg py-0.5 pr-2.5 pl-1.5 font-medium text-xs",
        toneClass[tone],
        className,
      )}
    >
      <Icon aria-hidden size={14} strokeWidth={2.25} className="shrink-0" />
      {label}
    </span>
  );
}

const STATUS_BADGES: Record<string, { tone: BadgeTone; label: string; icon?: LucideIcon }> = {
  draft: { tone: "grey", label: "Draft" },
  sent: { tone: "blue", label: "Pending" },
  pending: { tone: "blue", label: "Pending" },
  accepted: { tone: "green", label: "Accepted" },
  declined: { tone: "red", label: "Declined" },
  rejected: { tone: "red", label: "Declined" },
  expired: { tone: "red", label: "Expired" },
  invoiced: { tone: "green", label: "Invoiced", icon: CheckCheck },
  outstanding: { tone: "blue", label: "Outstanding" },
  overdue: { tone: "red", label: "Overdue", icon: CircleAlert },
  partially_paid: { tone: "amber", label: "Partially Paid", icon: Clock },
  paid: { tone: "green", label: "Paid" },
  void: { tone: "grey", label: "Void", icon: Ban },
  voided: { tone: "grey", label: "Void", icon: Ban },
  confirmed: { tone: "green", label: "Confirmed" },
};

/**
 * A badge for a status as the server or core returns it ('partially_paid', 'Partially Paid'), labelled as in
 * docs/product.md, section 4.
 */
export function StatusBadge({ status, className }: { status: string; className?: string }) {
  const badge = STATUS_BADGES[
    status
      .replace(/([a-z])([A-Z])/g, "$1_$2")
      .replace(/\s+/g, "_")
      .toLowerCase()
  ] ?? { tone: "grey" as const, label: status };
  return <Badge {...badge} className={className} />;
}
