// The device that a component test runs on: a desk's browser unless it says something else.
import { onTestFinished, vi } from "vitest";

/** What of happy-dom's window its types for tests do not say. */
interface Emulated {
  happyDOM: { setViewport: (viewport: { width: number; height: number }) => void };
}

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const show = (viewport: { width: number; height: number }) =>
  (window as unknown as Emulated).happyDOM.setViewport(viewport);

/** A phone, held upright. */
export function phone(): void {
  show(PHONE);
  vi.spyOn(navigator, "maxTouchPoints", "get").mockReturnValue(5);
  onTestFinished(() => show(DESK));
}

/** Turns the phone on its side. */
export const turn = (): void => show({ width: PHONE.height, height: PHONE.width });

/** The app was installed, and runs in a window of its own. */
export function installed(): void {
  const { matchMedia } = window;
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    matchMedia(query === "(display-mode: standalone)" ? "all" : query),
  );
}
