import { useQuery } from "@tanstack/react-query";
import { BellRing, RotateCw } from "lucide-react";
import { Link } from "react-router";
import type { Chasing } from "../../api/generated/Chasing";
import type { Moment } from "../../api/generated/Moment";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Switch } from "../../ui/Checkbox";
import { useSupportView } from "../../ui/support-view";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";
import { ChaseButtons } from "./ChaseButtons";
import { chasingQuery, useRetryReminder, useToggleReminders } from "./queries";

const formatDays = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/** The name of a reminder in the plan: '7 days after it was due'. */
export function describeReminderStep(moment: Moment, days: number): string {
  switch (moment) {
    case "beforeDue":
      return `${formatDays(days)} before it is due`;
    case "onDue":
      return "on the day it is due";
    case "afterDue":
      return `${formatDays(days)} after it was due`;
    case "afterSent":
      return `${formatDays(days)} after it was sent`;
    case "beforeExpiry":
      return days === 0 ? "on the last day of the quote" : `${formatDays(days)} before it expires`;
  }
}

/** The statuses in which the customer may owe a decision or money. */
const WAITING_STATUSES: ReadonlySet<string> = new Set(["sent", "partially_paid"]);

/** The next reminder, what happened to the last one, and buttons to remind the customer now. */
export function ChasingCard({
  document: doc,
  isLate,
}: {
  document: StoredDocument;
  /** The invoice is late: the buttons are shown with the balance instead (`LateInvoiceChase`). */
  isLate: boolean;
}) {
  const isReadOnly = useSupportView() !== null;
  const isWaiting = WAITING_STATUSES.has(doc.status);
  const { data } = useQuery({ ...chasingQuery(doc.kind, doc.id), enabled: doc.status !== "draft" });
  if (!data || (!isWaiting && !data.last?.says)) return null;
  const kindInfo = KINDS[doc.kind];
  const title = `${kindInfo.name} ${doc[kindInfo.numberField] ?? ""}`;
  return (
    <Card title="Reminders">
      <div className="grid gap-4">
        <ReminderProblems document={doc} chasing={data} />
        {isWaiting && <PlannedReminder document={doc} chasing={data} />}
        {/* For a quote, this is the page's main action. */}
        {data.message && !isLate && doc.kind !== "quote" && !isReadOnly && (
          <div>
            <p className="mb-2 font-medium text-ink">Chase now</p>
            <ChaseButtons kind={doc.kind} id={doc.id} title={title} message={data.message} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The reminder buttons of a late invoice, shown with the balance. */
export function LateInvoiceChase({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(chasingQuery(doc.kind, doc.id));
  const isReadOnly = useSupportView() !== null;
  if (!data?.message || isReadOnly) return null;
  const kindInfo = KINDS[doc.kind];
  const title = `${kindInfo.name} ${doc[kindInfo.numberField] ?? ""}`;
  return (
    <div className="mt-3">
      <p className="mb-2 font-medium text-ink">Chase now</p>
      <ChaseButtons kind={doc.kind} id={doc.id} title={title} message={data.message} />
    </div>
  );
}

/** Emails that didn't arrive, and what prevented a reminder. */
function ReminderProblems({ document: doc, chasing }: { document: StoredDocument; chasing: Chasing }) {
  const retryReminder = useRetryReminder(doc.kind, doc.id);
  const { last, problem } = chasing;
  return (
    <>
      {last?.says && (
        <Banner tone={last.state === "failed" || last.state === "given_up" ? "red" : "amber"} live>
          <p className="wrap-anywhere">{last.says}</p>
          {last.mayTryAgain && WAITING_STATUSES.has(doc.status) && (
            <Button
              className="mt-2"
              busy={retryReminder.isPending}
              busyLabel="Sending…"
              icon={<RotateCw aria-hidden size={18} strokeWidth={1.75} />}
              writes
              onClick={() => retryReminder.mutate(undefined)}
            >
              Try again
            </Button>
          )}
        </Banner>
      )}
      {problem && (
        <Banner tone="amber" title="The reminder couldn’t be sent yet">
          {problem}
        </Banner>
      )}
    </>
  );
}

/** The next automatic reminder with its switch; if there is none, a link to the settings. */
function PlannedReminder({ document: doc, chasing }: { document: StoredDocument; chasing: Chasing }) {
  const { dateLong } = useRules();
  const kindInfo = KINDS[doc.kind];
  const toggleReminders = useToggleReminders(doc.kind, doc.id);
  const { next, planned, off, contactOff, why } = chasing;
  if (!planned) {
    if (!doc.businessProfileId) return null;
    return (
      <p className="text-quiet">
        {`You have no automatic reminders for ${kindInfo.plural}. `}
        <Link
          to={`/settings/business-profiles/${doc.businessProfileId}/reminders`}
          className="font-medium text-ink underline underline-offset-4"
        >
          Set up reminders
        </Link>
      </p>
    );
  }
  const customer = doc.contact?.name || doc.contact?.company || "This customer";
  const help = contactOff
    ? `Off for ${customer}. Turn it on again on their page.`
    : `Emails ${customer} on the days you chose.`;
  return (
    <div>
      {next ? (
        <p className="flex items-start gap-2">
          <BellRing aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-quiet" />
          <span>
            <span className="block font-medium text-ink">{`Next reminder on ${dateLong(next.on)}`}</span>
            <span className="block text-quiet text-sm">
              {next.instalment
                ? `${describeReminderStep(next.moment, next.days)}, ${next.instalment}`
                : describeReminderStep(next.moment, next.days)}
            </span>
          </span>
        </p>
      ) : (
        why && <p className="text-quiet">{`No automatic reminder. ${why}`}</p>
      )}
      <Switch
        label={`Send reminders for this ${kindInfo.name}`}
        help={help}
        checked={!off && !contactOff}
        disabled={contactOff || toggleReminders.isPending}
        onCheckedChange={(on) => toggleReminders.mutate(!on)}
        className="mt-2"
      />
    </div>
  );
}
