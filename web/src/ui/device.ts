/** A phone: a viewport 768 px wide or narrower, or a mobile user agent. */
export function isMobile(): boolean {
  return (
    window.matchMedia("(max-width: 768px)").matches ||
    /Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent)
  );
}

/** Run as an installed app: in standalone, minimal-ui or fullscreen display mode. */
export function isInstalled(): boolean {
  return ["standalone", "minimal-ui", "fullscreen"].some(
    (mode) => window.matchMedia(`(display-mode: ${mode})`).matches,
  );
}
