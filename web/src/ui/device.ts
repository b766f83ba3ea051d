/** Wider than a phone: what `md:` means in a class. */
export const WIDE = "(min-width: 769px)";

/** A phone: a viewport 768 px wide or narrower, or a mobile user agent. */
export function isMobile(): boolean {
  return !window.matchMedia(WIDE).matches || /Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent);
}

/** Run as an installed app: in standalone, minimal-ui or fullscreen display mode. */
export function isInstalled(): boolean {
  return ["standalone", "minimal-ui", "fullscreen"].some(
    (mode) => window.matchMedia(`(display-mode: ${mode})`).matches,
  );
}

/** What people call the device in their hand or on their table. */
export const deviceName = (): "phone" | "computer" => (isMobile() ? "phone" : "computer");

/** Said of what the server does not have yet. */
export const getOnlyHereText = (): string => `On this ${deviceName()} only`;
