import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { get } from "../../api/reads";
import { post, remove } from "../../api/writes";
import { withPassword } from "../../entities/accounts/confirm-password";
import { profileKeys } from "../../entities/profiles/queries";

const PATH = "/api/business-profiles/{id}/card";

/** How card payments of a profile stand. Always asked anew: its owner may be back from Stripe this moment. */
export const cardQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(profileId), "card"] as const,
    queryFn: ({ signal }) => get(PATH, { params: { id: profileId }, signal }),
    staleTime: 0,
  });

/** Answers where the owner goes on at Stripe. */
export function useConnectCard(profileId: string) {
  return useMutation({
    mutationFn: () => withPassword("set up card payments", () => post(PATH, { params: { id: profileId } })),
  });
}

export function useDisconnectCard(profileId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withPassword("stop card payments", () => remove(PATH, { params: { id: profileId } })),
    onSuccess: (connection) => {
      client.setQueryData(cardQuery(profileId).queryKey, connection);
      void client.invalidateQueries({ queryKey: profileKeys.all });
    },
  });
}
