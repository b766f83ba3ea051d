import { queryOptions, useQuery } from "@tanstack/react-query";
import { Download, FileQuestion, Printer } from "lucide-react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { LateCharge } from "../../api/generated/LateCharge";
import type { LatePaymentResponse } from "../../api/generated/LatePaymentResponse";
import type { LateStretch } from "../../api/generated/LateStretch";
import type { NoLateCharge } from "../../api/generated/NoLateCharge";
import { buildFileUrl, get } from "../../api/requests";
import { documentKeys } from "../../documents/queries";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";

/** The amount due today, and how it is calculated. */
export function LateChargeCards({ charge, today }: { charge: LateCharge; today: string }) {
  return (
    <div className="grid gap-4">
      <LateChargeCard charge={charge} today={today} />
      <LateChargeReasonsCard charge={charge} />
      <LateChargePeriodsCard charge={charge} />
    </div>
  );
}

/** Displayed beside a figure that isn't confirmed in a public source. */
function UnconfirmedNote() {
  return <span className="block font-normal text-quiet text-sm">{CHECK_WITH_ACCOUNTANT}</span>;
}

function LateChargeCard({ charge, today }: { charge: LateCharge; today: string }) {
  const { gbp, dateLong } = useRules();
  const days = `${charge.days} ${charge.days === 1 ? "day" : "days"} at ${charge.rate} a year`;
  const rows = [
    { label: "Interest", note: days, amount: charge.interest, unchecked: !charge.interestConfirmed },
    { label: "Fixed sum", note: "For the cost of recovering the debt", amount: charge.fixedSum },
    { label: "Invoice still owed", note: "", amount: charge.owed },
  ];
  return (
    <Card>
      <p className="text-quiet text-sm">{`For late payment, up to ${dateLong(today)}`}</p>
      <p className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,9vw)]">
        <Money text={gbp(charge.total)} />
      </p>
      <dl className="mt-4 grid gap-3">
        {rows.map(({ label, note, amount, unchecked }) => (
          <div key={label} className="flex items-start justify-between gap-4">
            <dt className="min-w-0 text-ink">
              {label}
              {note ? <span className="block text-quiet text-sm">{note}</span> : null}
            </dt>
            <dd className="shrink-0 text-right text-ink tabular-nums">
              <Money text={gbp(amount)} />
              {unchecked ? <UnconfirmedNote /> : null}
            </dd>
          </div>
        ))}
        <div className="flex items-start justify-between gap-4 border-line border-t pt-3 font-semibold text-ink">
          <dt>To pay today</dt>
          <dd className="tabular-nums">
            <Money text={gbp(charge.toPay)} />
          </dd>
        </div>
      </dl>
      {charge.aDay === "0.00" ? null : (
        <p className="mt-3 text-quiet text-sm">{`Each extra day adds ${gbp(charge.aDay)}.`}</p>
      )}
    </Card>
  );
}

function LateChargeReasonsCard({ charge }: { charge: LateCharge }) {
  const { dateLong } = useRules();

  return (
    <Card title="Why this much">
      <ul className="grid gap-2 text-ink">
        <li>
          {charge.wasAgreed
            ? `It was due by ${dateLong(charge.due)}, and interest starts the day after.`
            : `You hadn’t agreed a date, so it was due within 30 days, by ${dateLong(charge.due)}.`}
        </li>
        <li>
          {`The rate is ${charge.rate} a year: 8% over the Bank of England’s ${charge.reference}, which applied on ${dateLong(charge.referenceDay)}, before the interest started.`}
          {charge.referenceConfirmed ? null : <UnconfirmedNote />}
        </li>
        {charge.onVat ? <li>Interest is charged on what is owed, including VAT.</li> : null}
        <li>The fixed sum is £40 for late debts under £1,000, £70 under £10,000 and £100 above that.</li>
      </ul>
    </Card>
  );
}

function LateChargePeriodsCard({ charge }: { charge: LateCharge }) {
  const { gbp, dateLong } = useRules();
  const formatPeriod = ({ from, to }: LateStretch) => `${dateLong(from)} to ${dateLong(to)}`;
  const describePayment = (row: LateStretch) =>
    row.paid === "0.00" ? undefined : `After ${gbp(row.paid)} was paid`;
  const columns: Column<LateStretch>[] = [
    {
      id: "days",
      header: "From and to",
      cell: (row) => (
        <span>
          {formatPeriod(row)}
          {describePayment(row) ? (
            <span className="block text-quiet text-sm">{describePayment(row)}</span>
          ) : null}
        </span>
      ),
    },
    { id: "count", header: "Days", width: "w-20", align: "right", cell: ({ days }) => days },
    {
      id: "owed",
      header: "Owed",
      width: "w-32",
      align: "right",
      cell: ({ owed }) => <Money text={gbp(owed)} />,
    },
    {
      id: "interest",
      header: "Interest",
      width: "w-32",
      align: "right",
      cell: ({ interest }) => <Money text={gbp(interest)} className="font-semibold text-ink" />,
    },
  ];
  return (
    <Card title="Day by day" flush>
      <DataTable
        label="Day by day"
        rows={charge.stretches}
        rowKey={({ from }) => from}
        columns={columns}
        card={(row) => ({
          title: formatPeriod(row),
          amount: <Money text={gbp(row.interest)} />,
          note: `${row.days} ${row.days === 1 ? "day" : "days"} on ${gbp(row.owed)}`,
          detail: describePayment(row),
        })}
      />
    </Card>
  );
}

/**
 * What a late payment costs today. Under the invoice's own key, so that whatever invalidates the invoice
 * invalidates this.
 */
export const latePaymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentKeys.one("invoice", id), "late-payment"] as const,
    queryFn: ({ signal }) => get("/api/invoices/{id}/late-payment", { params: { id }, signal }),
    // Whether the customer is a business may have been changed on another page.
    staleTime: 0,
  });

/**
 * What a business customer owes for paying an invoice late, how it is calculated, and the email requesting
 * it.
 */
export function LatePaymentPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(latePaymentQuery(id));
  if (isStatus(error, 404)) {
    return (
      <EmptyState
        icon={FileQuestion}
        heading="h1"
        title="We couldn’t find this invoice"
        action={
          <Button asChild variant="primary">
            <Link to="/invoices">All invoices</Link>
          </Button>
        }
      >
        It may have been deleted.
      </EmptyState>
    );
  }
  const title = `Late payment${data?.number ? ` of ${data.number}` : ""}`;
  return (
    <Page>
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        back={{ to: `/invoices/${id}`, label: data?.number ? `Invoice ${data.number}` : "Invoice" }}
        title={title}
        subtitle={data?.customer || undefined}
        actions={data?.charge ? <LetterButtons id={id} /> : undefined}
      />
      {data ? (
        <LatePaymentDetails id={id} response={data} />
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="This could not be worked out"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton rows={4} />
          )}
        </Card>
      )}
    </Page>
  );
}

function LatePaymentDetails({ id, response }: { id: string; response: LatePaymentResponse }) {
  if (response.charge) return <LateChargeCards charge={response.charge} today={response.today} />;
  return response.refusal ? (
    <NoChargeBanner id={id} refusal={response.refusal} contactId={response.contactId} />
  ) : null;
}

function LetterButtons({ id }: { id: string }) {
  const letterAddress = buildFileUrl("/api/invoices/{id}/late-payment/letter", { params: { id } });
  return (
    <>
      <Button asChild>
        <a href={letterAddress} target="_blank" rel="noreferrer">
          <Printer aria-hidden size={18} strokeWidth={1.75} />
          Print letter
        </a>
      </Button>
      <Button asChild variant="primary">
        <a href={letterAddress} download>
          <Download aria-hidden size={18} strokeWidth={1.75} />
          Download letter
        </a>
      </Button>
    </>
  );
}

function NoChargeBanner({
  id,
  refusal,
  contactId,
}: {
  id: string;
  refusal: NoLateCharge;
  contactId: string | null;
}) {
  const isUnknown = refusal.code === "unknown_customer";
  return (
    <Banner
      tone={isUnknown ? "amber" : "blue"}
      title={isUnknown ? "Is this customer a business?" : "There is nothing to charge"}
    >
      <p>{refusal.message}</p>
      <p className="mt-2">
        {isUnknown && contactId ? (
          <Link
            to={`/contacts/${contactId}/edit`}
            className="inline-link font-medium text-ink underline underline-offset-4"
          >
            Business or private?
          </Link>
        ) : (
          <Link
            to={`/invoices/${id}`}
            className="inline-link font-medium text-ink underline underline-offset-4"
          >
            Back to the invoice
          </Link>
        )}
      </p>
    </Banner>
  );
}
