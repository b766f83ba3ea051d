// @vitest-environment window
import type { Profile } from "../../entities/profiles/profile";
import {
  CREDIT_NOTES,
  describeWrites,
  FIGURES,
  IDS,
  INVOICES,
  QUOTES,
  writing,
} from "../../testing/cached-queries";
import { draftOf } from "../../testing/records";
import { useDisconnectCard } from "./card";
import { useCreateProfile, useDeleteProfile, useTakeBack, useUpdateProfile } from "./mutations";

const PROFILE = {
  ...(draftOf("quote").businessProfile as unknown as Profile),
  id: IDS.profile,
  version: 1,
};
const PROFILES = ["the profile", "the profile's numbers", "the profiles"] as const;
/** Drafts show the business as it is now, and VAT, CIS and the dashboard ask which ones there are. */
const NAMING = [...QUOTES, ...INVOICES, ...CREDIT_NOTES, ...FIGURES];

/** A draft that is begun before the list is read again has its business from there. */
const LISTED = { "the profiles": [PROFILE, { id: IDS.other }] };

describeWrites("a business profile", {
  "it is made": writing({
    call: "POST /api/business-profiles",
    answer: PROFILE,
    hook: useCreateProfile,
    variables: { id: PROFILE.id, input: PROFILE as never },
    updated: ["the profile"],
    changes: LISTED,
    refetched: [...PROFILES, ...NAMING],
  }),
  "it is changed": writing({
    call: "PUT /api/business-profiles/{id}",
    answer: PROFILE,
    hook: useUpdateProfile,
    variables: { profile: PROFILE, input: PROFILE as never },
    updated: ["the profile"],
    changes: LISTED,
    refetched: [...PROFILES, ...NAMING],
  }),
  "changed bank details are taken back": writing({
    call: "POST /api/business-profiles/{id}/take-back-details",
    answer: PROFILE,
    hook: useTakeBack,
    variables: PROFILE,
    updated: ["the profile"],
    changes: LISTED,
    refetched: [...PROFILES, ...NAMING],
  }),
  "it is deleted": writing({
    call: "DELETE /api/business-profiles/{id}",
    hook: useDeleteProfile,
    variables: PROFILE,
    changes: { "the profiles": [{ id: IDS.other }] },
    removed: ["the profile", "the profile's numbers"],
    refetched: NAMING,
  }),
  "it takes no cards any more": writing({
    call: "DELETE /api/business-profiles/{id}/card",
    answer: { state: "off" },
    hook: () => useDisconnectCard(PROFILE.id),
    variables: undefined as never,
    refetched: PROFILES,
  }),
});
