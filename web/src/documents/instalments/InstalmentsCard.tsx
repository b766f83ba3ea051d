import { CalendarRange } from "lucide-react";
import { useState } from "react";
import type { InstalmentPart } from "../../api/generated/InstalmentPart";
import type { InstalmentState } from "../../api/generated/InstalmentState";
import type { Tone } from "../../api/generated/Tone";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import type { StoredDocument } from "../types";
import { InstalmentsDialog } from "./InstalmentsDialog";
import { useRemoveInstalments } from "./mutations";

/** The badges for an instalment's state in core's presentation. */
export const STATE_BADGES: Record<InstalmentState, { label: string; tone: Tone }> = {
  paid: { label: "Paid", tone: "green" },
  nothing: { label: "Nothing to pay", tone: "grey" },
  overdue: { label: "Overdue", tone: "red" },
  due: { label: "Due today", tone: "blue" },
  partPaid: { label: "Partially Paid", tone: "amber" },
  later: { label: "Due later", tone: "grey" },
};

/** The instalments of an invoice, each with its date and what was paid, and a button to agree them. */
export function InstalmentsCard({ document: doc }: { document: StoredDocument }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { reached } = useConnection();
  const removeInstalments = useRemoveInstalments(doc);
  const { gbp, dateLong } = useRules();
  const schedule = doc.instalmentStanding;
  const canAgree = doc.allowed.agree && !doc.archived;
  if (!schedule && !canAgree) return null;
  const hint = schedule
    ? schedule.next &&
      (schedule.dueNow === "0.00"
        ? `${gbp(schedule.asked)} is due by ${dateLong(schedule.next)}`
        : `${gbp(schedule.dueNow)} is due now`)
    : "Let your customer pay in instalments, each with its own due date.";
  return (
    <Card id="instalments" title="Instalments" hint={hint || undefined}>
      <div className="grid gap-4">
        {schedule?.says ? <Banner tone="amber">{schedule.says}</Banner> : null}
        {schedule ? (
          <ol aria-label="Instalments" className="divide-y divide-line border-line border-y">
            {schedule.parts.map((part, at) => (
              <InstalmentItem key={part.date} part={part} label={`${at + 1} of ${schedule.parts.length}`} />
            ))}
          </ol>
        ) : null}
        {canAgree ? (
          <div className="flex flex-wrap gap-2">
            <Button
              className="flex-auto"
              disabled={!reached}
              title={reached ? undefined : "Needs signal"}
              icon={<CalendarRange aria-hidden size={18} strokeWidth={1.75} />}
              writes
              onClick={() => setDialogOpen(true)}
            >
              {schedule ? "Change" : "Agree instalments"}
            </Button>
            {schedule ? (
              <Button
                className="flex-auto"
                busy={removeInstalments.isPending}
                busyLabel="One moment…"
                writes
                onClick={() => removeInstalments.mutate()}
              >
                Remove
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <InstalmentsDialog invoice={doc} open={isDialogOpen} onOpenChange={setDialogOpen} />
    </Card>
  );
}

function InstalmentItem({ part, label }: { part: InstalmentPart; label: string }) {
  const { gbp, dateLong } = useRules();
  const isPartlyPaid = part.paid !== "0.00" && part.open !== "0.00";
  return (
    <li className="py-3">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium text-ink">{dateLong(part.date)}</span>
        <Money text={gbp(part.amount)} className="font-semibold text-ink" />
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="text-quiet text-sm">
          {isPartlyPaid ? `${label}, ${gbp(part.paid)} paid, ${gbp(part.open)} open` : label}
        </span>
        <Badge {...STATE_BADGES[part.state]} />
      </div>
    </li>
  );
}
