import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { newId } from "../../api/ids";
import { who } from "../who";
import { keepTyped, type Typed, typedAt } from "./store";

const PAUSE_MS = 250;

/** A form's typing as this device keeps it, from its page being closed to its being opened again. */
export interface Keeping {
  /** What was typed before, and not saved. */
  before: Typed | undefined;
  /** The id under which the form is saved. */
  id: string;
  keep(typed: Omit<Typed, "id"> | null): void;
  /** It is saved: nothing of it is kept from here on, though its form may stand for a moment yet. */
  done(): void;
}

/** What was typed at a place; null until that was looked for. */
export function useTyped(place: string): Keeping | null {
  const [found, setFound] = useState<{ place: string; keeping: Keeping } | null>(null);
  useEffect(() => {
    let isGone = false;
    const account = who() ?? "";
    void typedAt(account, place).then((before) => {
      if (isGone) return;
      const id = before?.id ?? newId();
      let isDone = false;
      const keep = (typed: Omit<Typed, "id"> | null) => {
        if (!isDone) void keepTyped(account, place, typed && { ...typed, id });
      };
      const done = () => {
        keep(null);
        isDone = true;
      };
      setFound({ place, keeping: { before, id, keep, done } });
    });
    return () => {
      isGone = true;
    };
  }, [place]);
  return found?.place === place ? found.keeping : null;
}

/**
 * Brings back what was typed into a form before, and keeps what is typed into it, until it is saved or its page is left
 * by its person's own word. Without `keeping` it does nothing.
 */
export function useKeepTyping<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  keeping: Keeping | undefined,
  { isChanged, photos }: { isChanged: boolean; photos?: string[] },
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const now = useRef({ isChanged, photos });
  useEffect(() => {
    now.current = { isChanged, photos };
  });
  // Once, when it is opened: from there on the form is what is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before is brought back once.
  useEffect(() => {
    if (keeping?.before) form.reset(keeping.before.values as Values, { keepDefaultValues: true });
  }, []);
  useEffect(() => {
    if (!keeping) return;
    const write = () => {
      const { isChanged, photos } = now.current;
      keeping.keep(isChanged ? { values: form.getValues(), photos } : null);
    };
    const soon = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(write, PAUSE_MS);
    };
    const { unsubscribe } = form.watch(soon);
    window.addEventListener("pagehide", write);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", write);
      clearTimeout(timer.current);
      // Saved, or left by a person's own word: a page that is closed or reloaded never comes here, and one whose
      // session ended brings it back to whoever signs in.
      if (who() !== null) keeping.keep(null);
    };
  }, [form, keeping]);
  const names = photos?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: photos are told by their names.
  useEffect(() => {
    if (!keeping || !isChanged) return;
    keeping.keep({ values: form.getValues(), photos });
  }, [names, isChanged]);
}
