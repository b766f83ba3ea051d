import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { getLineFieldId } from "./lineTypes";

/** Which lines of a long document were opened, and the ways to open them. */
export interface OpenLines {
  openedIds: ReadonlySet<string>;
  /** Opens a line, beside those that are open. */
  open: (id: string) => void;
  collapse: (id: string) => void;
  /** Opens a line, and no other, and puts the pen into a field of it; stable, like the others. */
  openOnly: (id: string, field: string) => void;
  /** Opens a line beside the others and puts the pen into a field of it. */
  openField: (id: string, field: string) => void;
}

export function useOpenLines(): OpenLines {
  const [openedIds, setOpenedIds] = useState<ReadonlySet<string>>(new Set());
  const actions = useMemo(() => {
    const open = (id: string) => setOpenedIds((was) => (was.has(id) ? was : new Set(was).add(id)));
    return {
      open,
      collapse: (id: string) => {
        flushSync(() => setOpenedIds((was) => new Set([...was].filter((one) => one !== id))));
        document.getElementById(getLineFieldId(id, "summary"))?.focus();
      },
      openOnly: (id: string, field: string) => {
        flushSync(() => setOpenedIds(new Set([id])));
        focusLine(id, field);
      },
      openField: (id: string, field: string) => {
        flushSync(() => open(id));
        focusLine(id, field);
      },
    };
  }, []);
  return useMemo(() => ({ openedIds, ...actions }), [openedIds, actions]);
}

/** Puts the focus into a line's field; into its name where it has no such field, and where it is folded onto it. */
export function focusLine(id: string, field: string): void {
  const elements = [field, "name", "summary"].map((fieldName) =>
    document.getElementById(getLineFieldId(id, fieldName)),
  );
  elements.find((element) => element !== null)?.focus();
}
