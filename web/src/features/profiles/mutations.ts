import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { get, post, put, remove } from "../../api/requests";
import { ALL_KINDS } from "../../documents/kind";
import { documentKeys } from "../../documents/queries";
import { withPassword } from "../../entities/accounts/ConfirmPasswordDialog";
import { type Profile, type ProfileInput, toProfileInput } from "../../entities/profiles/profile";
import { profileKeys } from "../../entities/profiles/queries";

/** What the password is needed for: only changing where customers' payments go requires one. */
const describePasswordPurpose = (before?: Profile) =>
  before && [before.accountNumber, before.sortCode, before.accountName, before.paypal].some(Boolean)
    ? "change bank details"
    : "add bank details";

/**
 * Updates the profile in the cached list: a draft started before the list is refetched takes its business
 * from there.
 */
function cacheProfile(client: QueryClient, profile: Profile) {
  client.setQueryData(profileKeys.one(profile.id), profile);
  client.setQueryData<Profile[]>(profileKeys.all, (list) => replaceProfile(list, profile));
  // Refetched even if no screen displays it, since fetching also caches it for working without a connection.
  void client.invalidateQueries({ queryKey: profileKeys.all, refetchType: "all" });
  invalidateProfileNames(client);
}

/** Replaces the profile in the list, or appends a new one; a list that was never read stays undefined. */
function replaceProfile(list: Profile[] | undefined, profile: Profile): Profile[] | undefined {
  if (!list) return list;
  const isKnown = list.some(({ id }) => id === profile.id);
  return isKnown ? list.map((one) => (one.id === profile.id ? profile : one)) : [...list, profile];
}

/**
 * Drafts show the business's current details, and VAT, CIS and the dashboard depend on which businesses there
 * are.
 */
function invalidateProfileNames(client: QueryClient) {
  for (const { kind } of ALL_KINDS) void client.invalidateQueries({ queryKey: documentKeys.all(kind) });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
}

export function useCreateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ProfileInput }) =>
      withPassword(describePasswordPurpose(), () =>
        post("/api/business-profiles", { body: { id, ...toProfileInput(input) } }),
      ),
    onSuccess: (profile) => cacheProfile(client, profile),
  });
}

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ profile, input }: { profile: Profile; input: ProfileInput }) =>
      withPassword(describePasswordPurpose(profile), () =>
        put("/api/business-profiles/{id}", {
          params: { id: profile.id },
          body: {
            version: profile.version,
            ...toProfileInput(input),
          },
        }),
      ),
    onSuccess: (profile) => cacheProfile(client, profile),
  });
}

/** Undoes every change of payment details that customers don't see yet. */
export function useUndoPaymentDetails() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profile: Profile) =>
      post("/api/business-profiles/{id}/take-back-details", { params: { id: profile.id } }),
    onSuccess: (profile) => cacheProfile(client, profile),
  });
}

export function useDeleteProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profile: Profile) => remove("/api/business-profiles/{id}", { params: { id: profile.id } }),
    onSuccess: (_, profile) => {
      client.setQueryData<Profile[]>(profileKeys.all, (list) => list?.filter(({ id }) => id !== profile.id));
      client.removeQueries({ queryKey: profileKeys.one(profile.id) });
      invalidateProfileNames(client);
    },
  });
}

/** Uploads a picture; resolves to its address. */
export function useUploadLogo() {
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return post("/api/files", { body: form });
    },
  });
}

const CARD_PATH = "/api/business-profiles/{id}/card";

/**
 * The state of a profile's card payments. Always refetched, as the owner may have just returned from Stripe.
 */
export const cardPaymentsQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(profileId), "card"] as const,
    queryFn: ({ signal }) => get(CARD_PATH, { params: { id: profileId }, signal }),
    staleTime: 0,
  });

/** Requests the address where the owner continues at Stripe. */
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
