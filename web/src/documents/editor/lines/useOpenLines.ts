import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { lineFieldId } from "./lineField";

/** Which lines of a long document were opened, and the ways to open them. */
export interface OpenLines {
  asked: ReadonlySet<string>;
  /** Opens a line, beside those that are open. */
  open: (id: string) => void;
  fold: (id: string) => void;
  /** Opens a line, and no other, and puts the pen into a field of it; stable, like the others. */
  write: (id: string, field: string) => void;
  /** Opens a line beside the others and puts the pen into a field of it. */
  show: (id: string, field: string) => void;
}

export function useOpenLines(): OpenLines {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const ways = useMemo(() => {
    const open = (id: string) => setAsked((was) => (was.has(id) ? was : new Set(was).add(id)));
    return {
      open,
      fold: (id: string) => {
        flushSync(() => setAsked((was) => new Set([...was].filter((one) => one !== id))));
        document.getElementById(lineFieldId(id, "summary"))?.focus();
      },
      write: (id: string, field: string) => {
        flushSync(() => setAsked(new Set([id])));
        focusLine(id, field);
      },
      show: (id: string, field: string) => {
        flushSync(() => open(id));
        focusLine(id, field);
      },
    };
  }, []);
  return useMemo(() => ({ asked, ...ways }), [asked, ways]);
}

/** Puts the focus into a line's field; into its name where it has no such field, and where it is folded onto it. */
export function focusLine(id: string, field: string): void {
  const places = [field, "name", "summary"].map((place) => document.getElementById(lineFieldId(id, place)));
  places.find((place) => place !== null)?.focus();
}
