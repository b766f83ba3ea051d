// A business that is added, or completed, on the way: its form goes back to where something was missing; a new profile is
// chosen there.

export const NEW_PROFILE_PATH = "/settings/business-profiles/new";

/** Where the form of a profile goes back to once it is saved. */
export interface ProfileReturn {
  /** The address of the page. */
  to: string;
  /** What the page had in the history, which it gets again. */
  state: unknown;
}

/** What the address of the form carries. */
export const createProfileReturnState = (back: ProfileReturn) => ({ addsBusinessFor: back });

/** Where the form goes back to; null where it was opened by itself. */
export function readProfileReturn(state: unknown): ProfileReturn | null {
  const back = getProperty(state, "addsBusinessFor");
  const to = getProperty(back, "to");
  return typeof to === "string" ? { to, state: getProperty(back, "state") ?? null } : null;
}

/** What the page gets in the history, with the profile that was added. */
export const addProfileToState = ({ state }: ProfileReturn, profileId: string) => ({
  ...(typeof state === "object" ? state : null),
  addedBusiness: profileId,
});

/** The profile that was added on the way, by what a page has in the history; null for none. */
export function readAddedProfileId(state: unknown): string | null {
  const id = getProperty(state, "addedBusiness");
  return typeof id === "string" ? id : null;
}

function getProperty(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
