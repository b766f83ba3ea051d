import { CircleAlert } from "lucide-react";
import type { Badge as Shown } from "../../api/generated/Badge";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { KINDS } from "../kind";
import { getStatusCode, type InvoiceBalance, isOverdue } from "./overdue";

/**
 * A document's status, as it is today: a quote's last day may have passed since the server was asked. A partly paid invoice that is late
 * says both: its badge alone would hide that it is.
 */
export function StatusBadges({
  doc,
  displayStatus,
}: {
  doc: InvoiceBalance & { expiryDate?: string | null };
  displayStatus: Shown;
}) {
  const rules = useRules();
  // Only one that waits runs out.
  if (KINDS[doc.kind].isAcceptable && doc.status === "sent") {
    return <Badge {...rules.quoteBadge(doc.status, doc.expiryDate ?? "", todayInLondon())} />;
  }
  if (getStatusCode(displayStatus) === "partially_paid" && isOverdue(rules, doc, todayInLondon())) {
    return <Badge tone="red" icon={CircleAlert} label="Partially Paid · overdue" />;
  }
  return <Badge {...displayStatus} />;
}
