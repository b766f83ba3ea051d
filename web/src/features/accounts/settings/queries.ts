import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account } from "../../../api/generated/Account";
import type { AccountExport } from "../../../api/generated/AccountExport";
import type { ChangePasswordRequest } from "../../../api/generated/ChangePasswordRequest";
import type { User } from "../../../api/generated/User";
import { get, post, put, remove } from "../../../api/requests";
import { withPassword } from "../../../entities/accounts/ConfirmPasswordDialog";
import { accountKeys, accountQuery } from "../../../entities/accounts/queries";
import { endSession } from "../end-session";
import { notifyTabs } from "../tab-messages";

/** How often a copy that is being made is asked after, in milliseconds. */
const EXPORT_POLL_MS = 1500;

/** The devices, this one first. Asked anew each time the page is opened: others come and go. */
export const devicesQuery = queryOptions({
  queryKey: ["/api/account/sessions"] as const,
  queryFn: ({ signal }) => get("/api/account/sessions", { signal }),
  staleTime: 0,
});

/** Whether support may look into the account, and until when. */
export const supportAccessQuery = queryOptions({
  queryKey: ["/api/account/support-access"] as const,
  queryFn: ({ signal }) => get("/api/account/support-access", { signal }),
  staleTime: 0,
});

export function isExportRunning(latestExport: AccountExport | null | undefined): boolean {
  return latestExport?.status === "queued" || latestExport?.status === "running";
}

/** The latest copy of everything; null when none was ever asked for. Followed while it is being made. */
export const exportQuery = queryOptions({
  queryKey: ["/api/account/export"] as const,
  queryFn: ({ signal }) => get("/api/account/export", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (isExportRunning(state.data) ? EXPORT_POLL_MS : false),
});

/** Shows the changed account everywhere that it is named. */
function cacheAccount(client: QueryClient, account: Account): void {
  client.setQueryData(accountQuery.queryKey, account);
  client.setQueryData<User | null>(
    accountKeys.me,
    (user) => user && { ...user, name: account.name, email: account.email },
  );
}

export function useChangeName() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => put("/api/account", { body: { name } }),
    onSuccess: (account) => cacheAccount(client, account),
  });
}

/** What documents without a business profile say of the business. */
export type OwnBusiness = Pick<Account, "businessName" | "phone" | "address">;

export function useChangeOwnBusiness() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (business: OwnBusiness) => put("/api/account", { body: business }),
    onSuccess: (account) => cacheAccount(client, account),
  });
}

/** Sends a code to a new address. */
export function useChangeEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      withPassword("change your email address", () => post("/api/account/email", { body: { email } })),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true }),
  });
}

/** Makes the new address the account's, by its code. */
export function useVerifyNewEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => post("/api/account/email/verify", { body: { code } }),
    onSuccess: (account) => cacheAccount(client, account),
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
    mutationFn: (change: ChangePasswordRequest) => post("/api/account/password", { body: change }),
    onSuccess: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Signs one other device out, or all others when none is named. */
export function useSignOutDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id?: string) =>
      id === undefined
        ? remove("/api/account/sessions")
        : remove("/api/account/sessions/{id}", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Lets support look into the account, or takes that back: whoever looks just now is out. */
export function useChangeSupportAccess() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (allowed: boolean) =>
      allowed
        ? withPassword("let support view this account", () => put("/api/account/support-access"))
        : remove("/api/account/support-access"),
    onSuccess: (access) => {
      client.setQueryData(supportAccessQuery.queryKey, access);
      void client.invalidateQueries({ queryKey: devicesQuery.queryKey });
    },
  });
}

/** Asks for a copy of everything. */
export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withPassword("download your data", () => post("/api/account/export", { body: {} })),
    onSuccess: (made) => client.setQueryData(exportQuery.queryKey, made),
  });
}

/** Deletes the account; the session guard then shows the login page with its notice. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (currentPassword: string) => remove("/api/account", { body: { currentPassword } }),
    onSuccess: () => {
      endSession(client, "deleted");
      notifyTabs({ type: "ended", ending: "deleted" });
    },
  });
}
