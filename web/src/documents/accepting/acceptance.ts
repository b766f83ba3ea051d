import { ApiError } from "../../api/errors";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";

type QuoteOrVariation = Pick<Presentation, "variation">;

const getOfferName = ({ variation }: QuoteOrVariation) => (variation ? "Variation" : "Quote");

/** The label of the button that accepts a quote or a variation. */
export const getAcceptLabel = (offer: QuoteOrVariation): string => `Accept ${getOfferName(offer)}`;

/** The label of the button that declines it. */
export const getDeclineLabel = (offer: QuoteOrVariation): string => `Decline ${getOfferName(offer)}`;

/**
 * `Total including VAT`, `£168.00 including VAT`: an amount or label with the text about its VAT, if there is
 * one.
 */
export const appendVatText = (text: string, vat: string | undefined) => (vat ? `${text} ${vat}` : text);

/**
 * What a person has read before accepting: the version and, for a variation, what had been agreed for the
 * job.
 */
export const getReadVersion = ({ version, agreed }: Pick<PublicPage, "version" | "agreed">): string =>
  agreed === undefined ? version : `${version} ${agreed}`;

/**
 * Whether an acceptance was refused because the document or the agreed amount has changed and must be read
 * again.
 */
export const mustReadAgain = (error: Error | null): boolean =>
  error instanceof ApiError && ["document_changed", "agreed_changed"].includes(error.code);
