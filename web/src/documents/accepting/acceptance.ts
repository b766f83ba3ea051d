import { ApiError } from "../../api/errors";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";

type QuoteOrVariation = Pick<Presentation, "variation">;

const getOfferName = ({ variation }: QuoteOrVariation) => (variation ? "Variation" : "Quote");

/** The button that accepts what is shown: a quote, or a variation of its job. */
export const getAcceptLabel = (offer: QuoteOrVariation): string => `Accept ${getOfferName(offer)}`;

/** The button that declines it. */
export const getDeclineLabel = (offer: QuoteOrVariation): string => `Decline ${getOfferName(offer)}`;

/** `Total including VAT`, `£168.00 including VAT`: an amount or its label with what is said of the VAT in it, if any. */
export const appendVatText = (text: string, vat: string | undefined) => (vat ? `${text} ${vat}` : text);

/** What somebody has read who accepts: the version and, of a variation, what was agreed of its job by then. */
export const getReadVersion = ({ version, agreed }: Pick<PublicPage, "version" | "agreed">): string =>
  agreed === undefined ? version : `${version} ${agreed}`;

/** Whether an acceptance was refused because something else is to be read first. */
export const mustReadAgain = (error: Error | null): boolean =>
  error instanceof ApiError && ["document_changed", "agreed_changed"].includes(error.code);
