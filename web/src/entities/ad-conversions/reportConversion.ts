import type { ConversionDestination } from "../../api/generated/ConversionDestination";
import type { ConversionName } from "../../api/generated/ConversionName";
import type { Pence } from "../../api/generated/Pence";
import { post } from "../../api/requests";
import { readConsent } from "../consent/consent";

/** The value of every conversion. The API's amounts are strings in TypeScript, but this field is a number. */
const CONVERSION_VALUE = 0 as unknown as Pence;

/** The server has no advertising account, so nothing more is sent until the page is reloaded. */
let hasNoDestination = false;

/** The details of a conversion. */
interface ConversionDetails {
  /** The user, if the page knows; with a session, the server uses its own. */
  user?: { id: string; email: string } | null;
  /** The email address of a visitor who isn't signed in yet. */
  email?: string;
  /** For example, the plan that was bought. */
  contentName: string;
}

/**
 * Reports a registration or a change of plan to the operator's advertising account, if there is one. Without
 * consent to marketing, nothing leaves the browser. Failures are ignored.
 *
 * Returns where the conversion went. If there is no advertising account, no further conversions of this visit
 * are sent.
 */
export async function reportConversion(
  eventName: ConversionName,
  { user, email, contentName }: ConversionDetails,
): Promise<ConversionDestination> {
  if (!readConsent()?.marketing || hasNoDestination) return "none";
  try {
    const { destination } = await post("/api/facebook-conversion", {
      body: {
        eventName,
        eventId: crypto.randomUUID(),
        userId: user?.id,
        data: {
          value: CONVERSION_VALUE,
          currency: "GBP",
          contentName,
          contentCategory: eventName === "CompleteRegistration" ? "account" : "plan",
          email: user?.email ?? email,
          sourceUrl: location.origin + location.pathname,
          userAgent: navigator.userAgent,
        },
      },
    });
    hasNoDestination = destination === "none";
    return destination;
  } catch (error) {
    console.warn("A conversion could not be reported:", error);
    return "none";
  }
}
