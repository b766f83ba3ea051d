import type { Presentation } from "../../api/generated/Presentation";

type QuoteOrVariation = Pick<Presentation, "variation">;

const getOfferName = ({ variation }: QuoteOrVariation) => (variation ? "Variation" : "Quote");

/** The button that accepts what is shown: a quote, or a variation of its job. */
export const getAcceptLabel = (offer: QuoteOrVariation): string => `Accept ${getOfferName(offer)}`;

/** The button that declines it. */
export const getDeclineLabel = (offer: QuoteOrVariation): string => `Decline ${getOfferName(offer)}`;
