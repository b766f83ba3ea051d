// Adding or completing a business profile from another page: its form returns to that page, which then
// selects the new profile.

export const NEW_PROFILE_PATH = "/settings/business-profiles/new";

/** The page that the profile's form returns to after saving. */
export interface ProfileReturn {
  /** The page's address. */
  to: string;
  /** The page's history state, which is restored. */
  state: unknown;
}

/** The history state for the form's address. */
export const createProfileReturnState = (back: ProfileReturn) => ({ addsBusinessFor: back });

/** The page to return to; null if the form was opened directly. */
export function readProfileReturn(state: unknown): ProfileReturn | null {
  const back = getProperty(state, "addsBusinessFor");
  const to = getProperty(back, "to");
  return typeof to === "string" ? { to, state: getProperty(back, "state") ?? null } : null;
}

/** The history state for the page, with the new profile. */
export const addProfileToState = ({ state }: ProfileReturn, profileId: string) => ({
  ...(typeof state === "object" ? state : null),
  addedBusiness: profileId,
});

/** The id of the profile that was just added, from a page's history state; null if there is none. */
export function readAddedProfileId(state: unknown): string | null {
  const id = getProperty(state, "addedBusiness");
  return typeof id === "string" ? id : null;
}

function getProperty(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
