import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account } from "../../../api/generated/Account";
import type { Export } from "../../../api/generated/Export";
import type { User } from "../../../api/generated/User";
import { post, put, remove, send } from "../../../api/writes";
import { withPassword } from "../../../entities/accounts/confirm-password";
import { endSession } from "../end-session";
import { accountKeys } from "../queries";
import { tellTabs } from "../tabs";
import { accountQuery, devicesQuery, exportQuery } from "./queries";

/** Shows the changed account everywhere that it is named. */
function keep(client: QueryClient, account: Account): void {
  client.setQueryData(accountQuery.queryKey, account);
  client.setQueryData<User | null>(
    accountKeys.me,
    (user) => user && { ...user, name: account.name, email: account.email },
  );
}

export function useChangeName() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => put<Account>("/api/account", { name }),
    onSuccess: (account) => keep(client, account),
  });
}

/** Sends a code to a new address. */
export function useChangeEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      withPassword("change your email address", () => post<void>("/api/account/email", { email })),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true }),
  });
}

/** Makes the new address the account's, by its code. */
export function useVerifyNewEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => post<Account>("/api/account/email/verify", { code }),
    onSuccess: (account) => keep(client, account),
  });
}

export function useCancelEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => remove("/api/account/email"),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true }),
  });
}

/** Changes the password; every other device is signed out. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { currentPassword: string; newPassword: string }) =>
      post<void>("/api/account/password", change),
    onSuccess: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Signs one other device out, or all others when none is named. */
export function useSignOutDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id?: string) =>
      remove(id === undefined ? "/api/account/sessions" : `/api/account/sessions/${encodeURIComponent(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Asks for a copy of everything. */
export function useExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withPassword("download your data", () => post<Export>("/api/account/export", {})),
    onSuccess: (made) => client.setQueryData(exportQuery.queryKey, made),
  });
}

/** Deletes the account; the session guard then shows the login page with its notice. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (currentPassword: string) =>
      send<void>({ method: "DELETE", url: "/api/account", body: { currentPassword } }),
    onSuccess: () => {
      endSession(client, "deleted");
      tellTabs({ type: "ended", ending: "deleted" });
    },
  });
}
