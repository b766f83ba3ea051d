import { useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { Recurring } from "../../api/generated/Recurring";
import { describeDueDate } from "../../documents/paymentTerms";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { MadeInvoicesCard } from "./MadeCard";
import { recurringQuery } from "./queries";
import { RecurringActions } from "./RecurringActions";
import { UpcomingDayList } from "./recurring-parts";
import { RecurringStateBadge } from "./StateBadge";
import { RecurringStoppedBanner } from "./Stopped";
import { formatRepeat } from "./series-form";

/** A recurring invoice: when it comes next, what it made, and what can be done with it. */
export function RecurringPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery({
    ...recurringQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (data) return <RecurringDetails recurring={data} />;
  return (
    <Page>
      <PageHeader title="Recurring invoice" back={{ to: "/recurring", label: "Recurring invoices" }} />
      <Card>
        {isStatus(error, 404) ? (
          <EmptyState
            icon={Repeat}
            title="We couldn’t find this recurring invoice"
            action={
              <Button asChild>
                <Link to="/recurring">See all recurring invoices</Link>
              </Button>
            }
          >
            It may have been deleted. The invoices it made are still there.
          </EmptyState>
        ) : error && !isFetching ? (
          <ErrorState
            title="This recurring invoice could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <FormSkeleton />
        )}
      </Card>
    </Page>
  );
}

function RecurringDetails({ recurring }: { recurring: Recurring }) {
  const { gbp, dateLong } = useRules();
  const { name, contact, contactId, nextDay, paused, repeat, daysDue, dueUnit, trouble, makes } = recurring;
  const customer = contact?.name || contact?.company || "No customer";
  const hasNoEmail = makes === "sent" && nextDay && contact !== null && contact.email.trim() === "";
  return (
    <Page>
      <title>{`${name} · Plumbline`}</title>
      <PageHeader
        back={{ to: "/recurring", label: "Recurring invoices" }}
        title={name}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <RecurringStateBadge recurring={recurring} />
            {contactId ? (
              <Link to={`/contacts/${contactId}`} className="underline underline-offset-4">
                {customer}
              </Link>
            ) : (
              customer
            )}
          </span>
        }
      />
      <RecurringStoppedBanner />
      {trouble ? (
        <Banner tone="red" title="Paused automatically" className="mb-4">
          {trouble}
        </Banner>
      ) : null}
      {hasNoEmail ? (
        <Banner tone="amber" className="mb-4">
          {`${customer} has no email address, so invoices stay drafts.`}
        </Banner>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
        <section
          aria-label="Summary"
          className="rounded-lg border border-line bg-paper p-4 md:p-5 lg:col-start-2"
        >
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
            <div>
              <p className="text-quiet text-sm">{formatRepeat(repeat)}</p>
              <Money
                text={gbp(recurring.totals.totalAmount)}
                className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,9vw)]"
              />
            </div>
            <p className="ml-auto pb-0.5 text-right text-sm">
              <span className="block text-quiet">{paused ? "When resumed" : "Next"}</span>
              <span className="font-medium text-ink">{nextDay ? dateLong(nextDay) : "Ended"}</span>
            </p>
          </div>
          <p className="mt-3 text-quiet text-sm">
            {makes === "sent" ? "Sent by email at 8 am on its date" : "Draft created at 8 am on its date"}
            {`, due ${describeDueDate(daysDue, dueUnit)}.`}
          </p>
          <RecurringActions recurring={recurring} />
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-1 lg:row-start-1">
          <Card title={paused ? "The dates if you resume it today" : "Next invoices"}>
            <UpcomingDayList days={recurring.days} />
          </Card>
          <MadeInvoicesCard recurring={recurring} />
        </div>
      </div>
    </Page>
  );
}
