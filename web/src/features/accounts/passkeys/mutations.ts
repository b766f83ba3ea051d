import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { post, put, remove } from "../../../api/writes";
import { withPassword } from "../../../entities/accounts/confirm-password";
import { getCurrentAccount } from "../../../offline/current-account";
import { recordSeenUser } from "../../../offline/device/device-users";
import { createPasskey, fetchPasskeys, signWithPasskey } from "./passkeys";
import { rememberPasskey } from "./unlock";

/** The account's passkeys. Asked anew each time the page is opened: another device adds its own. */
export const passkeysQuery = queryOptions({
  queryKey: ["/api/account/passkeys"] as const,
  queryFn: ({ signal }) => fetchPasskeys(signal),
  staleTime: 0,
});

/** Has this device make a passkey and adds it, under the name of the browser until it gets another. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { ceremony, options } = await withPassword("add a passkey", () =>
        post("/api/account/passkeys/begin", { body: {} }),
      );
      const credential = await createPasskey(options);
      const created = await post("/api/account/passkeys", { body: { ceremony, name: "", credential } });
      const account = getCurrentAccount();
      if (account) void rememberPasskey(account, credential);
      return created;
    },
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      put("/api/account/passkeys/{id}", { params: { id }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      withPassword("remove a passkey", () => remove("/api/account/passkeys/{id}", { params: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

/** Signs in by whichever passkey the person chooses; `suggestionSignal` offers them among the suggestions of a field. */
export async function logInWithPasskey(suggestionSignal?: AbortSignal) {
  const { ceremony, options } = await post("/api/auth/passkey/begin");
  const credential = await signWithPasskey(options, suggestionSignal);
  const response = await post("/api/auth/passkey/login", { body: { ceremony, credential } });
  if (!("requiresVerification" in response)) {
    await recordSeenUser(response, Date.now());
    await rememberPasskey(response.id, credential);
  }
  return response;
}
