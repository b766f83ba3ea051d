import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { get } from "../../api/reads";
import { Banner } from "../../ui/Banner";
import { expenseKeys } from "./queries";

const cisPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...expenseKeys.all, "under-cis", id] as const,
    queryFn: ({ signal }) => get("/api/cis/payments/{id}", { params: { id }, signal }),
  });

/** Of what is paid to subcontractors: the way to where the deduction is worked out. */
export function CisPaymentBanner({ id, category }: { id: string | undefined; category: string }) {
  const isSubcontractorPayment = category === "paymentsToSubcontractors";
  const { data } = useQuery({
    ...cisPaymentQuery(id ?? ""),
    enabled: isSubcontractorPayment && id !== undefined,
  });
  if (!isSubcontractorPayment) return null;
  if (data) {
    return (
      <Banner tone="blue" title="This is a payment to a subcontractor under CIS">
        {"To change its date or amounts, "}
        <Link to={`/cis/payments/${data.id}`} className="underline underline-offset-2">
          open the payment
        </Link>
        . You can change receipts and the job here.
      </Banner>
    );
  }
  return (
    <Banner tone="grey">
      {"Does CIS come off what you pay them? "}
      <Link to="/cis/payments/new" className="underline underline-offset-2">
        Enter it as a payment to a subcontractor
      </Link>
      , and we work out the deduction. It’s saved as an expense too.
    </Banner>
  );
}
