import { useQuery } from "@tanstack/react-query";
import { HardHat, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../../api/client";
import { getErrorMessage } from "../../../api/errors";
import type { SubcontractorPayment } from "../../../api/generated/SubcontractorPayment";
import { FormPage } from "../../../entities/forms/FormPage";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { EmptyState, NotFoundState } from "../../../ui/States";
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
  const registered = businesses.data?.filter(({ registration }) => registration !== null);
  const requestedId = params.get("business") ?? "";
  const defaultBusiness = registered?.find((one) => one.id === requestedId) ?? registered?.[0];
  const back = `/cis/contractor${payment ? `?business=${payment.profileId}` : ""}`;
  const isLoaded = id === undefined || payment !== undefined;
  return (
    <FormPage
      title={id ? "Payment to a subcontractor" : "Pay a subcontractor"}
      back={{ to: back, label: "CIS: paying subcontractors" }}
      actions={payment && !payment.isFiled ? <DeletePaymentButton payment={payment} back={back} /> : null}
      record={{
        query: {
          error: businesses.error ?? subcontractors.error ?? paymentQueryResult.error,
          isFetching: paymentQueryResult.isFetching,
          refetch: () => {
            void businesses.refetch();
            void subcontractors.refetch();
            if (id !== undefined) void paymentQueryResult.refetch();
          },
        },
        errorTitle: id ? "This payment could not be loaded" : undefined,
        isAbsent: paymentQueryResult.data === null || isStatus(paymentQueryResult.error, 404),
        absent: (
          <NotFoundState
            icon={HardHat}
            title="We couldn’t find this payment"
            link={{ to: "/cis/contractor", label: "See all payments" }}
          />
        ),
      }}
    >
      {!registered || !subcontractors.data || !isLoaded ? null : defaultBusiness === undefined ? (
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
      )}
    </FormPage>
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
