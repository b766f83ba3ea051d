import { useQuery } from "@tanstack/react-query";
import { HardHat } from "lucide-react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { isStatus } from "../../../api/client";
import { getErrorMessage } from "../../../api/errors";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Page, PageHeader } from "../../../ui/PageHeader";
import { FormSkeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { toast } from "../../../ui/toast";
import { contractorsQuery, paymentQuery, subcontractorsQuery } from "./queries";
import { DeletePaymentButton } from "./RemovePayment";
import { SubcontractorPaymentForm } from "./SubcontractorPaymentForm";

/** A payment to a subcontractor: a new one, or one that is there. */
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
