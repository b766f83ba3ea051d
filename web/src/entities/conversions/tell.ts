import type { ConversionName } from "../../api/generated/ConversionName";
import { post } from "../../api/writes";
import { readConsent } from "../consent/store";

/** What a conversion is about. */
interface About {
  /** Of somebody who is not signed in; else the server knows it. */
  email?: string;
  /** Such as the plan that was bought. */
  contentName?: string;
}

/**
 * Tells the operator's advertising account, where there is one, that a visitor registered or what became of a plan.
 * Without consent to marketing nothing leaves the browser. Nobody waits for it, and nobody is told when it fails.
 */
export async function tellConversion(eventName: ConversionName, about: About = {}): Promise<void> {
  if (!readConsent()?.marketing) return;
  try {
    await post("/api/facebook-conversion", {
      body: {
        eventName,
        eventId: crypto.randomUUID(),
        data: {
          ...about,
          value: "0.00",
          currency: "GBP",
          contentCategory: eventName === "CompleteRegistration" ? "account" : "plan",
          sourceUrl: location.origin + location.pathname,
          userAgent: navigator.userAgent,
        },
      },
    });
  } catch (error) {
    console.warn("A conversion could not be told:", error);
  }
}
