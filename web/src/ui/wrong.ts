import { type RefObject, useEffect, useRef } from "react";

/** The first field within `root` that is marked as wrong, in the order of the page. */
export function findFirstInvalidField(root: ParentNode | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
}

/** For a form: once `problem` has come and its fields are marked, the first of them has the focus. */
export function useFirstInvalidFocus(problem: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) findFirstInvalidField(form.current)?.focus();
  }, [problem]);
  return form;
}
