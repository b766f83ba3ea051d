import { useQuery } from "@tanstack/react-query";
import { Phone, ScrollText, User } from "lucide-react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { ChaseButtons } from "../../documents/chasing/ChaseButtons";
import { chasingQuery } from "../../documents/chasing/queries";
import { ContactNotFound } from "../../entities/contacts/ContactNotFound";
import { contactQuery } from "../../entities/contacts/queries";
import { daysBetween, todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { buildPhoneLink } from "../../ui/phone-links";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { formatLateness, owedInvoicesQuery } from "./debts";

/** One customer's unpaid invoices, each of which can be chased here. */
export function DebtorPage() {
  const { id = "" } = useParams();
  const { gbp } = useRules();
  const { data: contact, error: contactError, isPending: isContactPending } = useQuery(contactQuery(id));
  const { data, error, isFetching, refetch } = useQuery(owedInvoicesQuery(id));
  const name = contact?.name || contact?.company || "Customer";
  const owesNothing = data?.data.length === 0;
  if (isStatus(contactError, 404) && !(data && !owesNothing)) {
    return (
      <Page>
        <title>Owed by customer · Plumbline</title>
        <PageHeader title={name} back={{ to: "/owed", label: "Who owes me" }} />
        <Card flush>
          <ContactNotFound />
        </Card>
      </Page>
    );
  }
  return (
    <Page>
      <title>{`Owed by ${name} · Plumbline`}</title>
      <PageHeader
        title={name}
        subtitle={data ? `Owes you ${gbp(data.outstanding)}` : undefined}
        back={{ to: "/owed", label: "Who owes me" }}
        actions={
          <>
            {contact?.phone.trim() && (
              <Button asChild className="max-sm:px-3!">
                <a href={buildPhoneLink(contact.phone)}>
                  <Phone aria-hidden size={18} strokeWidth={1.75} />
                  Call
                </a>
              </Button>
            )}
            <Button asChild className="max-sm:px-3!">
              <Link to={`/contacts/${id}`}>
                <User aria-hidden size={18} strokeWidth={1.75} />
                Contact
              </Link>
            </Button>
            <Button asChild className="max-sm:px-3!">
              <Link to={`/contacts/${id}/statement`}>
                <ScrollText aria-hidden size={18} strokeWidth={1.75} />
                Statement
              </Link>
            </Button>
          </>
        }
      />
      {data && !(owesNothing && isContactPending) ? (
        owesNothing ? (
          <Card>
            <p className="text-quiet">{`${name} doesn’t owe you anything.`}</p>
          </Card>
        ) : (
          <ul className="grid gap-3">
            {data.data.map((invoice) => (
              <li key={invoice.id}>
                <OwedInvoiceCard invoice={invoice} />
              </li>
            ))}
          </ul>
        )
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="The invoices could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton rows={4} />
          )}
        </Card>
      )}
      {data?.nextCursor ? (
        <p className="mt-4">
          <Link
            to={`/invoices?${new URLSearchParams({ status: "outstanding", q: name })}`}
            className="inline-link underline underline-offset-4"
          >
            All of their unpaid invoices
          </Link>
        </p>
      ) : null}
    </Page>
  );
}

function OwedInvoiceCard({ invoice }: { invoice: DocumentSummary }) {
  const { gbp, dateLong } = useRules();
  const { data: chasing } = useQuery(chasingQuery("invoice", invoice.id));
  const due = invoice.dueDate;
  const days = due ? daysBetween(due, todayInLondon()) : 0;
  const number = invoice.number ?? "";
  const next = chasing?.next ? `Next reminder on ${dateLong(chasing.next.on)}` : null;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-44">
          <Link
            to={`/invoices/${invoice.id}`}
            className="font-semibold text-ink underline decoration-line-strong underline-offset-4"
          >
            {number}
          </Link>
          <p className="line-clamp-2 break-words text-quiet">{invoice.jobDescription}</p>
          <p className={cx("text-sm", days > 0 ? "text-bad" : "text-quiet")}>
            {!due
              ? "No due date"
              : days === 0
                ? formatLateness(days)
                : `${formatLateness(days)}, due ${dateLong(due)}`}
          </p>
        </div>
        <p className="text-right font-semibold text-ink text-lg tabular-nums">
          <Money text={gbp(invoice.balanceDue)} />
        </p>
      </div>
      {chasing?.last?.says ? <p className="mt-2 text-sm text-warn">{chasing.last.says}</p> : null}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-quiet text-sm empty:hidden">
          {next ?? (chasing?.off || chasing?.contactOff ? "Reminders are off" : "")}
        </p>
        {chasing?.message ? (
          <ChaseButtons
            kind="invoice"
            id={invoice.id}
            title={`invoice ${number}`}
            message={chasing.message}
          />
        ) : null}
      </div>
    </Card>
  );
}
