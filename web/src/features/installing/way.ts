import { isInstalled } from "../../ui/device";

/**
 * How the app gets onto this device: it is there; a press does it; by the browser's own menu, which differs; or not
 * with this browser.
 */
export type InstallMethod = "installed" | "press" | "iphone" | "android" | "mac" | "desktop" | "none";

/** What is known of the browser; tests have another. */
interface BrowserInfo {
  userAgent: string;
  touchPoints: number;
  installed: boolean;
  hasPrompt: boolean;
}

/** An iPad says that it is a Mac, which has no touch. */
const isAppleMobile = ({ userAgent, touchPoints }: BrowserInfo) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

export function findInstallMethod(ports: BrowserInfo): InstallMethod {
  const { userAgent, installed, hasPrompt } = ports;
  if (installed) return "installed";
  if (hasPrompt) return "press";
  if (isAppleMobile(ports)) return "iphone";
  if (/Android/.test(userAgent)) return "android";
  if (/Chrome|Chromium|Edg\//.test(userAgent)) return "desktop";
  if (/Macintosh.*Safari/.test(userAgent)) return "mac";
  return "none";
}

/** This browser's. */
export const getInstallMethod = (hasPrompt: boolean): InstallMethod =>
  findInstallMethod({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints ?? 0,
    installed: isInstalled(),
    hasPrompt,
  });

/** Ways that may be offered unasked: a press, or a few steps on a phone. On a desktop without a press it can wait. */
export const canOfferMethod = (method: InstallMethod): boolean =>
  method === "press" || method === "iphone" || method === "android";
