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

/** How often the state of an export in progress is fetched, in milliseconds. */
const EXPORT_POLL_MS = 1500;

/** The devices, this one first. Refetched each time the page is opened, as other devices sign in and out. */
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

/** The latest export; null when there has never been one. Refetched while it is being made. */
export const exportQuery = queryOptions({
  queryKey: ["/api/account/export"] as const,
  queryFn: ({ signal }) => get("/api/account/export", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (isExportRunning(state.data) ? EXPORT_POLL_MS : false),
});

/** Updates the cached account, and the cached user that names it. */
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

/** The business details shown on documents without a business profile. */
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

/** Makes the new address the account's, with its code. */
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

/** Signs out one other device, or all others when no device is given. */
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

/** Lets support look into the account, or withdraws that, which ends any visit in progress. */
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

/** Starts an export of everything. */
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
