import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CancellationResponse } from "../../api/generated/CancellationResponse";
import type { CancellationSettlement } from "../../api/generated/CancellationSettlement";
import { get, post, put } from "../../api/requests";
import { documentKeys } from "../queries";

/** How a quote stands to being cancelled; below the quote itself, with which it is read again. */
export const cancellationQuery = (quoteId: string) =>
  queryOptions({
    queryKey: [...documentKeys.one("quote", quoteId), "cancellation"],
    queryFn: ({ signal }) => get("/api/quotes/{id}/cancellation", { params: { id: quoteId }, signal }),
    // A day can end it.
    staleTime: 0,
  });

function useCancellationMutation<Input>(write: (input: Input) => Promise<CancellationResponse>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    // Whatever came of it, the quote is read again: its customer may have been first.
    onSettled: () => client.invalidateQueries({ queryKey: documentKeys.all("quote") }),
  });
}

/** Notes that the customer told the business that they cancel. */
export const useRecordCancellation = (quoteId: string) =>
  useCancellationMutation((saidOn: string) =>
    post("/api/quotes/{id}/cancellation", { params: { id: quoteId }, body: { saidOn } }),
  );

/** Says what was done of the work. */
export const useSaveSettlement = (quoteId: string) =>
  useCancellationMutation((body: CancellationSettlement) =>
    put("/api/quotes/{id}/cancellation", { params: { id: quoteId }, body }),
  );
