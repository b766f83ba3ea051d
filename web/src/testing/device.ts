// The device that a component test runs on: a desktop browser by default.
import { onTestFinished, vi } from "vitest";

/** A part of happy-dom's window that its types lack. */
interface HappyDomWindow {
  happyDOM: { setViewport: (viewport: { width: number; height: number }) => void };
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const setViewport = (viewport: { width: number; height: number }) =>
  (window as unknown as HappyDomWindow).happyDOM.setViewport(viewport);

/** Emulates a phone held upright. */
export function emulatePhone(): void {
  setViewport(PHONE);
  vi.spyOn(navigator, "maxTouchPoints", "get").mockReturnValue(5);
  onTestFinished(() => setViewport(DESKTOP));
}

/** Turns the phone on its side. */
export const rotatePhone = (): void => setViewport({ width: PHONE.height, height: PHONE.width });

/** Emulates the installed app, running in its own window. */
export function emulateInstalledApp(): void {
  const { matchMedia } = window;
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    matchMedia(query === "(display-mode: standalone)" ? "all" : query),
  );
}
