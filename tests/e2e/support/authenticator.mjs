// A device of the browser's own making that does the whole ceremony of a passkey.

/** Gives the page one, which unlocks when it is touched; by itself until it is told otherwise. */
export async function authenticator(page) {
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
    touched: (enabled) =>
      wire.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    keys: async () => (await wire.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}
