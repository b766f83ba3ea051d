import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { post, put, remove } from "../../../api/writes";
import { withPassword } from "../../../entities/accounts/confirm-password";
import { rememberSeen } from "../../../offline/device/people";
import { who } from "../../../offline/who";
import { make, readPasskeys, sign } from "./device";
import { rememberPasskey } from "./unlock";

/** The account's passkeys. Asked anew each time the page is opened: another device adds its own. */
export const passkeysQuery = queryOptions({
  queryKey: ["/api/account/passkeys"] as const,
  queryFn: ({ signal }) => readPasskeys(signal),
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
      const credential = await make(options);
      const made = await post("/api/account/passkeys", { body: { ceremony, name: "", credential } });
      const account = who();
      if (account) void rememberPasskey(account, credential);
      return made;
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

/** Signs in by whichever passkey the person chooses; `waiting` offers them among the suggestions of a field. */
export async function passkeyLogin(waiting?: AbortSignal) {
  const { ceremony, options } = await post("/api/auth/passkey/begin");
  const credential = await sign(options, waiting);
  const answer = await post("/api/auth/passkey/login", { body: { ceremony, credential } });
  if (!("requiresVerification" in answer)) {
    await rememberSeen(answer, Date.now());
    await rememberPasskey(answer.id, credential);
  }
  return answer;
}
