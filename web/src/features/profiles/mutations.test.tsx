// @vitest-environment happy-dom
import type { Profile } from "../../entities/profiles/profile";
import { draftOf } from "../../testing/records";
import {
  CREDIT_NOTES,
  describeWrites,
  FIGURES,
  INVOICES,
  ON_SHELF,
  QUOTES,
  writing,
} from "../../testing/shelf";
import { useDisconnectCard } from "./card";
import { useCreateProfile, useDeleteProfile, useTakeBack, useUpdateProfile } from "./mutations";

const PROFILE = {
  ...(draftOf("quote").businessProfile as unknown as Profile),
  id: ON_SHELF.profile,
  version: 1,
};
const PROFILES = ["the profile", "the profile's numbers", "the profiles"] as const;
/** Drafts show the business as it is now, and VAT, CIS and the dashboard ask which ones there are. */
const NAMING = [...QUOTES, ...INVOICES, ...CREDIT_NOTES, ...FIGURES];

describeWrites("a business profile", {
  "it is made": writing({
    call: "POST /api/business-profiles",
    answer: PROFILE,
    by: useCreateProfile,
    with: { id: PROFILE.id, input: PROFILE as never },
    holds: ["the profile"],
    again: [...PROFILES, ...NAMING],
  }),
  "it is changed": writing({
    call: "PUT /api/business-profiles/{id}",
    answer: PROFILE,
    by: useUpdateProfile,
    with: { profile: PROFILE, input: PROFILE as never },
    holds: ["the profile"],
    again: [...PROFILES, ...NAMING],
  }),
  "changed bank details are taken back": writing({
    call: "POST /api/business-profiles/{id}/take-back-details",
    answer: PROFILE,
    by: useTakeBack,
    with: PROFILE,
    holds: ["the profile"],
    again: [...PROFILES, ...NAMING],
  }),
  "it is deleted": writing({
    call: "DELETE /api/business-profiles/{id}",
    by: useDeleteProfile,
    with: PROFILE,
    changes: { "the profiles": [{ id: ON_SHELF.other }] },
    gone: ["the profile", "the profile's numbers"],
    again: NAMING,
  }),
  "it takes no cards any more": writing({
    call: "DELETE /api/business-profiles/{id}/card",
    answer: { state: "off" },
    by: () => useDisconnectCard(PROFILE.id),
    with: undefined as never,
    again: PROFILES,
  }),
});
