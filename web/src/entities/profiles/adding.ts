// A business that is added, or completed, on the way: its form goes back to where something was missing; a new profile is
// chosen there.

export const NEW_PROFILE = "/settings/business-profiles/new";

/** Where the form of a profile goes back to once it is saved. */
export interface WayBack {
  /** The address of the page. */
  to: string;
  /** What the page had in the history, which it gets again. */
  state: unknown;
}

/** What the address of the form carries. */
export const onTheWay = (back: WayBack) => ({ addsBusinessFor: back });

/** Where the form goes back to; null where it was opened by itself. */
export function wayBack(state: unknown): WayBack | null {
  const back = partOf(state, "addsBusinessFor");
  const to = partOf(back, "to");
  return typeof to === "string" ? { to, state: partOf(back, "state") ?? null } : null;
}

/** What the page gets in the history, with the profile that was added. */
export const withAdded = ({ state }: WayBack, profileId: string) => ({
  ...(typeof state === "object" ? state : null),
  addedBusiness: profileId,
});

/** The profile that was added on the way, by what a page has in the history; null for none. */
export function addedBusiness(state: unknown): string | null {
  const id = partOf(state, "addedBusiness");
  return typeof id === "string" ? id : null;
}

function partOf(whole: unknown, name: string): unknown {
  return typeof whole === "object" && whole !== null ? (whole as Record<string, unknown>)[name] : undefined;
}
