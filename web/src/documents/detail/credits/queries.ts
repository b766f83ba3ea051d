import { queryOptions } from "@tanstack/react-query";
import type { CreditInput } from "../../../api/generated/CreditInput";
import { post } from "../../../api/writes";
import { documentKeys } from "../../queries";

/** What a credit note against an invoice would come to. It hangs below the invoice, and is asked anew with it. */
export const creditPreviewQuery = (invoiceId: string, input: CreditInput) =>
  queryOptions({
    queryKey: [...documentKeys.one("invoice", invoiceId), "credit", input],
    queryFn: () =>
      post("/api/invoices/{id}/credit-notes/preview", { params: { id: invoiceId }, body: input }),
    retry: false,
    staleTime: 0,
  });
