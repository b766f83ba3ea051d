import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";
import { documentKeys } from "../../documents/queries";

/** What paying an invoice late costs today. Below the invoice itself: what changes that changes this. */
export const latePaymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentKeys.one("invoice", id), "late-payment"] as const,
    queryFn: ({ signal }) => get("/api/invoices/{id}/late-payment", { params: { id }, signal }),
    // The customer's mark may have been set on another page.
    staleTime: 0,
  });
