import { CircleAlert } from "lucide-react";
import type { Badge as Shown } from "../../api/generated/Badge";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { KINDS } from "../kind";
import { getStatusCode, type InvoiceBalance, isOverdue } from "./overdue";

/**
 * A document's status as of today: a quote may have expired since it was read. A late, partially paid invoice
 * has two badges, because the first alone would hide that it is late.
 */
export function StatusBadges({
  doc,
  displayStatus,
}: {
  doc: InvoiceBalance & { expiryDate?: string | null };
  displayStatus: Shown;
}) {
  const rules = useRules();
  // Only a sent quote can expire.
  if (KINDS[doc.kind].isAcceptable && doc.status === "sent") {
    return <Badge {...rules.quoteBadge(doc.status, doc.expiryDate ?? "", todayInLondon())} />;
  }
  if (getStatusCode(displayStatus) === "partially_paid" && isOverdue(rules, doc, todayInLondon())) {
    return <Badge tone="red" icon={CircleAlert} label="Partially Paid · overdue" />;
  }
  return <Badge {...displayStatus} />;
}
