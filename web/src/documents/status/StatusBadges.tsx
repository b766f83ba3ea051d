import { CircleAlert } from "lucide-react";
import type { Badge as Shown } from "../../api/generated/Badge";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { todayInLondon } from "../editor/draft/calendar";
import { isOverdue, type Owed } from "./overdue";

/** A document's status. A partly paid invoice that is late says both: its badge alone would hide that it is. */
export function StatusBadges({ of, shown }: { of: Owed; shown: Shown }) {
  const rules = useRules();
  if (shown.label === "Partially Paid" && isOverdue(rules, of, todayInLondon())) {
    return <Badge tone="red" icon={CircleAlert} label="Part paid · overdue" />;
  }
  return <Badge {...shown} />;
}
