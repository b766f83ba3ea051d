import type { ConversionName } from "../../api/generated/ConversionName";
import type { Pence } from "../../api/generated/Pence";
import { post } from "../../api/writes";
import { readConsent } from "../consent/store";

/** What every conversion is worth. Amounts cross as words; of this one the fields say that it is a number. */
const WORTH = 0 as unknown as Pence;

/** What a conversion is about. */
interface About {
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
 */
export async function tellConversion(
  eventName: ConversionName,
  { user, email, contentName }: About,
): Promise<void> {
  if (!readConsent()?.marketing) return;
  try {
    await post("/api/facebook-conversion", {
      body: {
        eventName,
        eventId: crypto.randomUUID(),
        userId: user?.id,
        data: {
          value: WORTH,
          currency: "GBP",
          contentName,
          contentCategory: eventName === "CompleteRegistration" ? "account" : "plan",
          email: user?.email ?? email,
          sourceUrl: location.origin + location.pathname,
          userAgent: navigator.userAgent,
        },
      },
    });
  } catch (error) {
    console.warn("A conversion could not be told:", error);
  }
}
