/**
 * Wide enough for the desktop's layout; the same as `md:` in a class. In rem, which in a media query is the
 * text size of the browser's settings: with larger text, a window has the layout of a narrower one.
 */
export const WIDE = "(min-width: 48.0625rem)";

/** Wide enough for two columns in the editor; the same as `lg:` in a class. */
export const VERY_WIDE = "(min-width: 64rem)";

/**
 * A phone: a viewport 768 px wide or narrower, or a mobile user agent. In px, because a computer with larger
 * text is still a computer.
 */
export function isMobile(): boolean {
  return (
    !window.matchMedia("(min-width: 769px)").matches ||
    /Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent)
  );
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
