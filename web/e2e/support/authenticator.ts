// A device that the browser itself imitates, which goes through the whole ceremony of a passkey.
import type { Page } from "@playwright/test";

/** Gives the page such a device. It unlocks by itself; after `touched(false)` it waits until `touched(true)`. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
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
    setPresence: (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    keys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}
