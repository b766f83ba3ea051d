// @vitest-environment window
import type { Profile } from "../../entities/profiles/profile";
import {
  CREDIT_NOTE_QUERIES,
  DASHBOARD_QUERIES,
  defineMutation,
  describeMutations,
  IDS,
  INVOICE_QUERIES,
  QUOTE_QUERIES,
} from "../../testing/cached-queries";
import { createDraft } from "../../testing/fixtures";
import {
  useCreateProfile,
  useDeleteProfile,
  useDisconnectCardPayments,
  useUndoPaymentDetails,
  useUpdateProfile,
} from "./mutations";

const PROFILE = {
  ...(createDraft("quote").businessProfile as unknown as Profile),
  id: IDS.profile,
  version: 1,
};
const PROFILES = ["the profile", "the profile's numbers", "the profiles"] as const;
/**
 * Drafts show the business's current details, and VAT, CIS and the dashboard depend on which businesses there
 * are.
 */
const NAMING = [...QUOTE_QUERIES, ...INVOICE_QUERIES, ...CREDIT_NOTE_QUERIES, ...DASHBOARD_QUERIES];

/** A draft started before the list is refetched takes its business from here. */
const LISTED = { "the profiles": [PROFILE, { id: IDS.other }] };

describeMutations("a business profile", {
  "it is created": defineMutation({
    call: "POST /api/business-profiles",
    answer: PROFILE,
    hook: useCreateProfile,
    variables: { id: PROFILE.id, input: PROFILE as never },
    updated: ["the profile"],
    changes: LISTED,
    refetched: [...PROFILES, ...NAMING],
  }),
  "it is changed": defineMutation({
    call: "PUT /api/business-profiles/{id}",
    answer: PROFILE,
    hook: useUpdateProfile,
    variables: { profile: PROFILE, input: PROFILE as never },
    updated: ["the profile"],
    changes: LISTED,
    refetched: [...PROFILES, ...NAMING],
  }),
  "a change of its payment details is undone": defineMutation({
    call: "POST /api/business-profiles/{id}/take-back-details",
    answer: PROFILE,
    hook: useUndoPaymentDetails,
    variables: PROFILE,
    updated: ["the profile"],
    changes: LISTED,
    refetched: [...PROFILES, ...NAMING],
  }),
  "it is deleted": defineMutation({
    call: "DELETE /api/business-profiles/{id}",
    hook: useDeleteProfile,
    variables: PROFILE,
    changes: { "the profiles": [{ id: IDS.other }] },
    removed: ["the profile", "the profile's numbers"],
    refetched: NAMING,
  }),
  "its card payments are turned off": defineMutation({
    call: "DELETE /api/business-profiles/{id}/card",
    answer: { state: "off" },
    hook: () => useDisconnectCardPayments(PROFILE.id),
    variables: undefined as never,
    refetched: PROFILES,
  }),
});
