import type { ConversionDestination } from "../../api/generated/ConversionDestination";
import type { ConversionName } from "../../api/generated/ConversionName";
import type { Pence } from "../../api/generated/Pence";
import { post } from "../../api/requests";
import { readConsent } from "../consent/consent";

/** What every conversion is worth. Amounts cross as words; of this one the fields say that it is a number. */
const CONVERSION_VALUE = 0 as unknown as Pence;

/** The server has said that there is no advertising account: until the page is loaded again, nothing is sent. */
let hasNoDestination = false;

/** What a conversion is about. */
interface ConversionDetails {
  /** Whose it is, where the page knows: of a session the server goes by its own. */
  user?: { id: string; email: string } | null;
  /** The address of somebody who is not signed in yet. */
  email?: string;
  /** Such as the plan that was bought. */
  contentName: string;
}

/**
 * Tells the operator's advertising account, where there is one, that a visitor registered or what became of a plan.
 * Without consent to marketing nothing leaves the browser. Nobody waits for it, and nobody is told when it fails.
 *
 * Answers who heard of it: where there is no advertising account, no further conversion of this visit is sent.
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
    console.warn("A conversion could not be told:", error);
    return "none";
  }
}
