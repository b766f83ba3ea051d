// A device that the browser itself imitates, which goes through the whole ceremony of a passkey.
import type { Page } from "@playwright/test";

/** Gives the page such a device. It unlocks by itself; after `touched(false)` it waits until `touched(true)`. */
export async function authenticator(page: Page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send("WebAuthn.enable");
  const { authenticatorId } = await wire.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    touched: (enabled: boolean) =>
      wire.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    keys: async () => (await wire.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}
