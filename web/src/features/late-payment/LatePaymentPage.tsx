import { useQuery } from "@tanstack/react-query";
import { Download, FileQuestion, Printer } from "lucide-react";
import { Link, useParams } from "react-router";
import { fileAddress } from "../../api/calls";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import type { LatePaymentResponse } from "../../api/generated/LatePaymentResponse";
import type { NoLateCharge } from "../../api/generated/NoLateCharge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { ChargeCards } from "./ChargeCards";
import { latePaymentQuery } from "./queries";

/** What a business customer owes for paying an invoice late, how it is worked out, and the letter that asks for it. */
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
        actions={data?.charge ? <Letter id={id} /> : undefined}
      />
      {data ? (
        <Told id={id} told={data} />
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="This could not be worked out"
              message={errorMessage(error)}
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

function Told({ id, told }: { id: string; told: LatePaymentResponse }) {
  if (told.charge) return <ChargeCards charge={told.charge} today={told.today} />;
  return told.refusal ? <Refused id={id} refusal={told.refusal} contactId={told.contactId} /> : null;
}

function Letter({ id }: { id: string }) {
  const letter = fileAddress("/api/invoices/{id}/late-payment/letter", { params: { id } });
  return (
    <>
      <Button asChild>
        <a href={letter} target="_blank" rel="noreferrer">
          <Printer aria-hidden size={18} strokeWidth={1.75} />
          Print letter
        </a>
      </Button>
      <Button asChild variant="primary">
        <a href={letter} download>
          <Download aria-hidden size={18} strokeWidth={1.75} />
          Download letter
        </a>
      </Button>
    </>
  );
}

function Refused({
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
            className="font-medium text-ink underline underline-offset-4"
          >
            Business or private?
          </Link>
        ) : (
          <Link to={`/invoices/${id}`} className="font-medium text-ink underline underline-offset-4">
            Back to the invoice
          </Link>
        )}
      </p>
    </Banner>
  );
}
