import { CircleAlert } from "lucide-react";
import type { Badge as Shown } from "../../api/generated/Badge";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { KINDS } from "../kind";
import { codeOf, isOverdue, type Owed } from "./overdue";

/**
 * A document's status, as it is today: a quote's last day may have passed since the server was asked. A partly paid invoice that is late
 * says both: its badge alone would hide that it is.
 */
export function StatusBadges({ of, shown }: { of: Owed & { expiryDate?: string | null }; shown: Shown }) {
  const rules = useRules();
  // Only one that waits runs out.
  if (KINDS[of.kind].isDecided && of.status === "sent") {
    return <Badge {...rules.quoteBadge(of.status, of.expiryDate ?? "", todayInLondon())} />;
  }
  if (codeOf(shown) === "partially_paid" && isOverdue(rules, of, todayInLondon())) {
    return <Badge tone="red" icon={CircleAlert} label="Partially Paid · overdue" />;
  }
  return <Badge {...shown} />;
}
