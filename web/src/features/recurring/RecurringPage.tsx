import { useQuery } from "@tanstack/react-query";
import {
  ChevronRight,
  CirclePause,
  CirclePlay,
  EllipsisVertical,
  Pencil,
  Repeat,
  SkipForward,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { MadeInvoice } from "../../api/generated/MadeInvoice";
import type { Recurring } from "../../api/generated/Recurring";
import { describeDueDate } from "../../documents/paymentTerms";
import { StatusBadges } from "../../documents/status/StatusBadges";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import {
  recurringQuery,
  useDeleteRecurring,
  usePauseRecurring,
  useResumeRecurring,
  useSkipDay,
} from "./queries";
import { RecurringStateBadge, RecurringStoppedBanner, UpcomingDayList } from "./recurring-parts";
import { formatRepeat } from "./series-form";

/** A recurring invoice: its next dates, the invoices it has made, and its actions. */
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
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
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
        <div className="grid gap-4 lg:col-start-1 lg:row-start-1">
          <Card title={paused ? "The dates if you resume it today" : "Next invoices"}>
            <UpcomingDayList days={recurring.days} />
          </Card>
          <MadeInvoicesCard recurring={recurring} />
        </div>
      </div>
    </Page>
  );
}

/** The invoices it has made, latest first. */
export function MadeInvoicesCard({ recurring: { made, madeTotal } }: { recurring: Recurring }) {
  return (
    <Card title="Invoices made" flush>
      {made.length === 0 ? (
        <p className="px-4 pb-5 text-quiet md:px-5">
          None yet. You’ll see each invoice here and how it’s doing.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {made.map((one) => (
              <MadeInvoiceRow key={one.invoice.id} made={one} />
            ))}
          </ul>
          {madeTotal > made.length ? (
            <p className="border-line border-t px-4 py-3 text-quiet text-sm md:px-5">
              {`The latest ${made.length} of ${madeTotal}. Your invoices list has them all.`}
            </p>
          ) : null}
        </>
      )}
    </Card>
  );
}

function MadeInvoiceRow({ made: { day, outcome, reason, invoice } }: { made: MadeInvoice }) {
  const { gbp, dateLong } = useRules();
  const isDraft = invoice.status === "draft";
  const draftReason = outcome === "late" ? "Made late, so it wasn’t sent." : reason;
  return (
    <li className="relative flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-canvas md:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link
            to={`/invoices/${invoice.id}`}
            className="font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-offset-[-2px]"
          >
            {invoice.number ?? "Draft invoice"}
          </Link>
          <Money text={gbp(invoice.totalAmount)} className="ml-auto font-medium text-ink" />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-quiet text-sm">
          <span>{dateLong(day)}</span>
          <StatusBadges doc={invoice} displayStatus={invoice.displayStatus} />
        </div>
        {isDraft && draftReason ? <p className="mt-1 text-sm text-warn">{draftReason}</p> : null}
      </div>
      <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-quiet" />
    </li>
  );
}

/** Its actions: pause, skip the next one, edit, delete. */
export function RecurringActions({ recurring }: { recurring: Recurring }) {
  const whenOnline = useSignalMark();
  const { id, name, nextDay, paused } = recurring;
  const { dateLong } = useRules();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<"skip" | "delete" | null>(null);
  const pause = usePauseRecurring(id);
  const resume = useResumeRecurring(id);
  const skip = useSkipDay(id);
  const remove = useDeleteRecurring();
  const showError = (error: unknown) => toast({ title: getErrorMessage(error), tone: "bad" });
  const close = () => setOpenDialog(null);
  const resumeInvoices = () =>
    resume.mutate(undefined, {
      onSuccess: (now) =>
        toast({
          title: now.nextDay ? `Resumed: the next is on ${dateLong(now.nextDay)}` : "Resumed",
          tone: "good",
        }),
      onError: showError,
    });
  const pauseInvoices = () =>
    pause.mutate(undefined, {
      onSuccess: () =>
        toast({ title: "Paused: no invoices are made", action: { label: "Undo", onPress: resumeInvoices } }),
      onError: showError,
    });
  const items: (MenuItem | false)[] = [
    nextDay !== null &&
      !paused &&
      whenOnline({ label: "Skip the next one", icon: SkipForward, onSelect: () => setOpenDialog("skip") }),
    whenOnline({
      label: "Delete",
      icon: Trash2,
      danger: true,
      separated: true,
      onSelect: () => setOpenDialog("delete"),
    }),
  ];
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button asChild className="flex-auto px-2!">
        <Link to={`/recurring/edit/${id}`}>
          <Pencil aria-hidden size={18} strokeWidth={1.75} />
          Edit
        </Link>
      </Button>
      {paused ? (
        <Button
          variant="primary"
          className="flex-auto px-2!"
          busy={resume.isPending}
          icon={<CirclePlay aria-hidden size={18} strokeWidth={1.75} />}
          writes
          onClick={resumeInvoices}
        >
          Resume
        </Button>
      ) : nextDay ? (
        <Button
          className="flex-auto px-2!"
          busy={pause.isPending}
          icon={<CirclePause aria-hidden size={18} strokeWidth={1.75} />}
          writes
          onClick={pauseInvoices}
        >
          Pause
        </Button>
      ) : null}
      <DropdownMenu
        align="end"
        trigger={
          <IconButton
            label={`More for ${name}`}
            variant="secondary"
            icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          />
        }
        items={items.filter((item): item is MenuItem => item !== false)}
      />
      <ConfirmDialog
        open={openDialog === "skip"}
        onOpenChange={close}
        title={nextDay ? `Skip the invoice on ${dateLong(nextDay)}?` : "Skip the next one?"}
        description="We won’t make one on that date. It carries on with the one after."
        confirmLabel="Skip it"
        busy={skip.isPending}
        onConfirm={() =>
          nextDay &&
          skip.mutate(nextDay, {
            onSuccess: (now) => {
              close();
              toast({
                title: now.nextDay ? `Skipped: the next is on ${dateLong(now.nextDay)}` : "Skipped",
                tone: "good",
              });
            },
            onError: (error) => {
              close();
              showError(error);
            },
          })
        }
      />
      <ConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete ${name}?`}
        description="It won’t make any more invoices. The ones it has made stay. This can’t be undone."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => {
              toast({ title: `${name} was deleted` });
              void navigate("/recurring", { replace: true });
            },
            onError: (error) => {
              close();
              showError(error);
            },
          })
        }
      />
    </div>
  );
}
