// @vitest-environment window
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useIsLeavingPage } from "./mutations";

const showPage = (persisted: boolean) =>
  act(() => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));

it("is true until the browser restores the page from its history", () => {
  const { result } = renderHook(() => useIsLeavingPage(true));
  expect(result.current).toBe(true);
  // The first display of a page isn't a return to it.
  showPage(false);
  expect(result.current).toBe(true);
  showPage(true);
  expect(result.current).toBe(false);
});
