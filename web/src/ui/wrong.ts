import { type RefObject, useEffect, useRef } from "react";

/** The first field within `root` that is marked as wrong, in the order of the page. */
export function firstWrong(root: ParentNode | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
}

/** For a form: once `trouble` has come and its fields are marked, the first of them has the focus. */
export function useFirstWrong(trouble: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (trouble) firstWrong(form.current)?.focus();
  }, [trouble]);
  return form;
}
