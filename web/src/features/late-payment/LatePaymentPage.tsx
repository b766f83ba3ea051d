import { useQuery } from "@tanstack/react-query";
import { Download, FileQuestion, Printer } from "lucide-react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { LatePaymentResponse } from "../../api/generated/LatePaymentResponse";
import type { NoLateCharge } from "../../api/generated/NoLateCharge";
import { buildFileUrl } from "../../api/requests";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { LateChargeCards } from "./ChargeCards";
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
