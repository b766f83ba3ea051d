import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { get } from "../../api/reads";
import { post, remove } from "../../api/writes";
import { withPassword } from "../../entities/accounts/confirm-password";
import { profileKeys } from "../../entities/profiles/queries";

const CARD_PATH = "/api/business-profiles/{id}/card";

/** How card payments of a profile stand. Always asked anew: its owner may be back from Stripe this moment. */
export const cardPaymentsQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(profileId), "card"] as const,
    queryFn: ({ signal }) => get(CARD_PATH, { params: { id: profileId }, signal }),
    staleTime: 0,
  });

/** Answers where the owner goes on at Stripe. */
export function useConnectCardPayments(profileId: string) {
  return useMutation({
    mutationFn: () =>
      withPassword("set up card payments", () => post(CARD_PATH, { params: { id: profileId } })),
  });
}

export function useDisconnectCardPayments(profileId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withPassword("stop card payments", () => remove(CARD_PATH, { params: { id: profileId } })),
    onSuccess: (connection) => {
      client.setQueryData(cardPaymentsQuery(profileId).queryKey, connection);
      void client.invalidateQueries({ queryKey: profileKeys.all });
    },
  });
}
