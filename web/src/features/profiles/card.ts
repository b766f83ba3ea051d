import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { get } from "../../api/client";
import type { CardConnection } from "../../api/generated/CardConnection";
import type { CardLink } from "../../api/generated/CardLink";
import { post, remove } from "../../api/writes";
import { withPassword } from "../../entities/accounts/confirm-password";
import { profileKeys } from "../../entities/profiles/queries";

const path = (profileId: string) => `/api/business-profiles/${encodeURIComponent(profileId)}/card`;

/** How card payments of a profile stand. Always asked anew: its owner may be back from Stripe this moment. */
export const cardQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(profileId), "card"] as const,
    queryFn: ({ signal }) => get<CardConnection>(path(profileId), signal),
    staleTime: 0,
  });

/** Answers where the owner goes on at Stripe. */
export function useConnectCard(profileId: string) {
  return useMutation({
    mutationFn: () => withPassword("set up card payments", () => post<CardLink>(path(profileId))),
  });
}

export function useDisconnectCard(profileId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withPassword("stop card payments", () => remove<CardConnection>(path(profileId))),
    onSuccess: (connection) => {
      client.setQueryData(cardQuery(profileId).queryKey, connection);
      void client.invalidateQueries({ queryKey: profileKeys.all });
    },
  });
}
