import { get } from "../../api/requests";
import { isInstalled } from "../../ui/device";
import { FULL_CONSENT, isCustomerPath, readConsent, saveConsent } from "./consent";

/**
 * An installed app shows no banner. Where nobody has chosen yet and the operator may take that for consent, all is
 * allowed; everywhere else, and where the server cannot be asked, nothing optional is, until the settings say so.
 */
export async function applyInstalledConsent(): Promise<void> {
  if (!isInstalled() || isCustomerPath(location.pathname) || readConsent()) return;
  const config = await get("/api/auth/config").catch(() => null);
  if (config?.installedConsent === "granted" && !readConsent()) saveConsent(FULL_CONSENT);
}
