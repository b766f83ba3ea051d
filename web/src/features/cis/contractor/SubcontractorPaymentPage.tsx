import { useQuery } from "@tanstack/react-query";
import { HardHat, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../../api/client";
import { getErrorMessage } from "../../../api/errors";
import type { SubcontractorPayment } from "../../../api/generated/SubcontractorPayment";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { Page, PageHeader } from "../../../ui/PageHeader";
import { FormSkeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { toast } from "../../../ui/toast";
import { useSearchParams } from "../../../ui/useSearchParams";
import { contractorsQuery, paymentQuery, subcontractorsQuery, useRemovePayment } from "./queries";
import { SubcontractorPaymentForm } from "./SubcontractorPaymentForm";

/** A payment to a subcontractor: a new or an existing one. */
export function SubcontractorPaymentPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const businesses = useQuery(contractorsQuery);
  const subcontractors = useQuery(subcontractorsQuery);
  const paymentQueryResult = useQuery({ ...paymentQuery(id ?? ""), enabled: id !== undefined });
  const payment = paymentQueryResult.data ?? undefined;
  const error = businesses.error ?? subcontractors.error ?? paymentQueryResult.error;
  const registered = businesses.data?.filter(({ registration }) => registration !== null);
  const requestedId = params.get("business") ?? "";
  const defaultBusiness = registered?.find((one) => one.id === requestedId) ?? registered?.[0];
  const back = `/cis/contractor${payment ? `?business=${payment.profileId}` : ""}`;
  const isLoaded = id === undefined || payment !== undefined;
  const title = id ? "Payment to a subcontractor" : "Pay a subcontractor";
  return (
    <Page width="narrow">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        back={{ to: back, label: "CIS: paying subcontractors" }}
        actions={payment && !payment.isFiled ? <DeletePaymentButton payment={payment} back={back} /> : null}
      />
      {registered && subcontractors.data && isLoaded ? (
        defaultBusiness === undefined ? (
          <Card flush>
            <EmptyState
              icon={HardHat}
              title="Your business isn’t set up as a contractor"
              action={
                <Button asChild>
                  <Link to="/cis/contractor">Set it up</Link>
                </Button>
              }
            >
              You need your employer reference from HMRC.
            </EmptyState>
          </Card>
        ) : subcontractors.data.length === 0 ? (
          <Card flush>
            <EmptyState
              icon={HardHat}
              title="You have no subcontractors yet"
              action={
                <Button asChild variant="primary">
                  <Link to="/cis/subcontractors/new">Add a subcontractor</Link>
                </Button>
              }
            >
              Verify them with HMRC first, then enter the result.
            </EmptyState>
          </Card>
        ) : (
          <SubcontractorPaymentForm
            key={id ?? "new"}
            payment={payment}
            businesses={registered}
            business={defaultBusiness.id}
            subcontractors={subcontractors.data}
            onSaved={(saved) => {
              toast({ title: "The payment was saved", tone: "good" });
              void navigate(`/cis/contractor?business=${saved.profileId}`);
            }}
          />
        )
      ) : (
        <Card>
          {paymentQueryResult.data === null || isStatus(paymentQueryResult.error, 404) ? (
            <EmptyState
              icon={HardHat}
              title="We couldn’t find this payment"
              action={
                <Button asChild>
                  <Link to="/cis/contractor">See all payments</Link>
                </Button>
              }
            >
              It may have been deleted.
            </EmptyState>
          ) : error && !paymentQueryResult.isFetching ? (
            <ErrorState
              title={id ? "This payment could not be loaded" : undefined}
              message={getErrorMessage(error)}
              onRetry={() => {
                void businesses.refetch();
                void subcontractors.refetch();
                if (id !== undefined) void paymentQueryResult.refetch();
              }}
            />
          ) : (
            <FormSkeleton />
          )}
        </Card>
      )}
    </Page>
  );
}

/** Deletes a payment with its expense, after a confirmation that names it. */
export function DeletePaymentButton({ payment, back }: { payment: SubcontractorPayment; back: string }) {
  const { gbp, dateLong } = useRules();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useRemovePayment();
  const handleDelete = () =>
    remove.mutate(payment.id, {
      onSuccess: () => {
        toast({ title: "The payment was deleted" });
        void navigate(back);
      },
      onError: (error) => {
        setIsConfirming(false);
        toast({ title: getErrorMessage(error), tone: "bad" });
      },
    });
  return (
    <>
      <Button
        icon={<Trash2 aria-hidden size={18} strokeWidth={1.75} />}
        writes
        onClick={() => setIsConfirming(true)}
        className="print:hidden"
      >
        Delete
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Delete this payment?"
        description={`${gbp(payment.pay)} paid to ${payment.name} on ${dateLong(payment.date)}. This also deletes its expense and receipts, and takes it off the month’s return.`}
        footer={
          <>
            <Button onClick={() => setIsConfirming(false)}>Keep it</Button>
            <Button variant="danger" busy={remove.isPending} busyLabel="Deleting…" onClick={handleDelete}>
              Delete payment
            </Button>
          </>
        }
      />
    </>
  );
}
