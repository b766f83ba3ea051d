// @vitest-environment window
import { expect, it, vi } from "vitest";
import { onOpenCookies, openCookies } from "./opening";

it("opens the settings once they have loaded, when they were asked for before", () => {
  openCookies();
  const open = vi.fn();
  const stop = onOpenCookies(open);
  expect(open).toHaveBeenCalledTimes(1);
  openCookies();
  expect(open).toHaveBeenCalledTimes(2);
  stop();
  onOpenCookies(open)();
  expect(open).toHaveBeenCalledTimes(2);
});
