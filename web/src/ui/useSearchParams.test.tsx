// @vitest-environment window
import { act, renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { expect, it } from "vitest";
import { useSearchParams } from "./useSearchParams";

it("changes the parameters in the address, even before the last change was rendered", () => {
  window.history.replaceState(null, "", "/expenses?category=travel&page=2");
  const { result } = renderHook(useSearchParams, { wrapper: BrowserRouter });
  const [, setParams] = result.current;
  act(() => {
    setParams((params) => {
      params.delete("category");
      return params;
    });
    setParams((params) => {
      params.set("q", "quay");
      return params;
    });
  });
  expect(location.search).toBe("?page=2&q=quay");
  expect(result.current[0].toString()).toBe("page=2&q=quay");
});
