import { useCallback } from "react";
import {
  createSearchParams,
  type SetURLSearchParams,
  useNavigate,
  // biome-ignore lint/style/noRestrictedImports: this is the hook that is wrapped
  useSearchParams as useRenderedSearchParams,
} from "react-router";

/**
 * The query parameters of the address, as React Router's hook of the same name. But a function that changes
 * them receives those in the address by now, not those rendered last: the router renders a change with low
 * priority, and a second one that comes sooner would undo it.
 */
export function useSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params] = useRenderedSearchParams();
  const navigate = useNavigate();
  const setParams: SetURLSearchParams = useCallback(
    (next, options) => {
      const now = new URLSearchParams(window.location.search);
      const changed = createSearchParams(typeof next === "function" ? next(now) : next);
      void navigate(`?${changed}`, options);
    },
    [navigate],
  );
  return [params, setParams];
}
