/** Wider than a phone; the same as `md:` in a class. */
export const WIDE = "(min-width: 769px)";

/** A phone: a viewport 768 px wide or narrower, or a mobile user agent. */
export function isMobile(): boolean {
  return !window.matchMedia(WIDE).matches || /Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent);
}

/** Whether the app runs as an installed app: in standalone, minimal-ui or fullscreen display mode. */
export function isInstalled(): boolean {
  return ["standalone", "minimal-ui", "fullscreen"].some(
    (mode) => window.matchMedia(`(display-mode: ${mode})`).matches,
  );
}

/** What people call their device. */
export const deviceName = (): "phone" | "computer" => (isMobile() ? "phone" : "computer");

/** Shown beside data that the server doesn't have yet. */
export const getOnlyHereText = (): string => `On this ${deviceName()} only`;
