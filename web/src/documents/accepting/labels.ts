import type { Presentation } from "../../api/generated/Presentation";

type Shown = Pick<Presentation, "variation">;

const nameOf = ({ variation }: Shown) => (variation ? "Variation" : "Quote");

/** The button that accepts what is shown: a quote, or a variation of its job. */
export const acceptLabel = (shown: Shown): string => `Accept ${nameOf(shown)}`;

/** The button that declines it. */
export const declineLabel = (shown: Shown): string => `Decline ${nameOf(shown)}`;
