// @vitest-environment window
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useLeaving } from "./useLeaving";

const shown = (persisted: boolean) =>
  act(() => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));

it("is on its way until the browser brings the page back", () => {
  const { result } = renderHook(() => useLeaving(true));
  expect(result.current).toBe(true);
  // The first time that a page is shown is no way back.
  shown(false);
  expect(result.current).toBe(true);
  shown(true);
  expect(result.current).toBe(false);
});
