/** A window that nobody sees paints no frames. */
const LONGEST_WAIT = 200;

/** Does something once the next frame is painted; answers with the way to stop it. */
export function runAfterPaint(action: () => void): () => void {
  let timer = setTimeout(action, LONGEST_WAIT);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(action);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
