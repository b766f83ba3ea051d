import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CancellationResponse } from "../../api/generated/CancellationResponse";
import type { CancellationSettlement } from "../../api/generated/CancellationSettlement";
import { get, post, put } from "../../api/requests";
import { documentKeys } from "../queries";

/**
 * The state of a quote's cancellation. The query key is under the quote's, so that both are refetched
 * together.
 */
export const cancellationQuery = (quoteId: string) =>
  queryOptions({
    queryKey: [...documentKeys.one("quote", quoteId), "cancellation"],
    queryFn: ({ signal }) => get("/api/quotes/{id}/cancellation", { params: { id: quoteId }, signal }),
    // It can change with the date.
    staleTime: 0,
  });

function useCancellationMutation<Input>(write: (input: Input) => Promise<CancellationResponse>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    // Refetch the quote whatever the result: the customer may have been first.
    onSettled: () => client.invalidateQueries({ queryKey: documentKeys.all("quote") }),
  });
}

/** Records that the customer has told the business that they are cancelling. */
export const useRecordCancellation = (quoteId: string) =>
  useCancellationMutation((saidOn: string) =>
    post("/api/quotes/{id}/cancellation", { params: { id: quoteId }, body: { saidOn } }),
  );

/** Saves what work was done. */
export const useSaveSettlement = (quoteId: string) =>
  useCancellationMutation((body: CancellationSettlement) =>
    put("/api/quotes/{id}/cancellation", { params: { id: quoteId }, body }),
  );
