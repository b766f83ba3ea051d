import { get } from "../../api/requests";
import { isInstalled } from "../../ui/device";
import { FULL_CONSENT, isCustomerPath, readConsent, saveConsent } from "./consent";

/**
 * An installed app shows no banner. If no choice has been made and the operator may treat installing as
 * consent, everything is allowed. Otherwise, or if the server can't be reached, nothing optional is allowed
 * until the user allows it in the settings.
 */
export async function applyInstalledConsent(): Promise<void> {
  if (!isInstalled() || isCustomerPath(location.pathname) || readConsent()) return;
  const config = await get("/api/auth/config").catch(() => null);
  if (config?.installedConsent === "granted" && !readConsent()) saveConsent(FULL_CONSENT);
}
