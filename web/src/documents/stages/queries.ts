import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { StageInput } from "../../api/generated/StageInput";
import { get, post } from "../../api/requests";
import { documentKeys } from "../queries";

/** The state of a quote's job. The query key is under the quote's, so that both are refetched together. */
export const jobQuery = (quoteId: string) =>
  queryOptions({
    queryKey: [...documentKeys.one("quote", quoteId), "stages"],
    queryFn: ({ signal }) => get("/api/quotes/{id}/stages", { params: { id: quoteId }, signal }),
    // Payments of its invoices change it too.
    staleTime: 0,
  });

/**
 * A preview of an invoice for a part of the job. Not under the quote's key: it isn't needed once the invoice
 * exists.
 */
export const stagePreviewQuery = (quoteId: string, input: StageInput) =>
  queryOptions({
    queryKey: ["/api/quotes/{id}/stages/preview", quoteId, input],
    queryFn: () => post("/api/quotes/{id}/stages/preview", { params: { id: quoteId }, body: input }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
