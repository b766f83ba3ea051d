/** A window that nobody sees paints no frames. */
const LONGEST = 200;

/** Does something once the next frame is painted; answers with the way to stop it. */
export function afterPaint(deed: () => void): () => void {
  let timer = setTimeout(deed, LONGEST);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(deed);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
