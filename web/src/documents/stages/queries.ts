import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { StageInput } from "../../api/generated/StageInput";
import { get, post } from "../../api/requests";
import { documentKeys } from "../queries";

/** How a quote's job stands; below the quote itself, with which it is read again. */
export const jobQuery = (quoteId: string) =>
  queryOptions({
    queryKey: [...documentKeys.one("quote", quoteId), "stages"],
    queryFn: ({ signal }) => get("/api/quotes/{id}/stages", { params: { id: quoteId }, signal }),
    // Payments of its invoices move it too.
    staleTime: 0,
  });

/** What an invoice of a part of the job would come to. Not below the quote: once it is made nobody asks again. */
export const stagePreviewQuery = (quoteId: string, input: StageInput) =>
  queryOptions({
    queryKey: ["/api/quotes/{id}/stages/preview", quoteId, input],
    queryFn: () => post("/api/quotes/{id}/stages/preview", { params: { id: quoteId }, body: input }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
