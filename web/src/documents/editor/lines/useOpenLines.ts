import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { getLineFieldId } from "./lineTypes";

/** Which lines of a long document are open, and functions to open them. */
export interface OpenLines {
  openedIds: ReadonlySet<string>;
  /** Opens a line without closing the others. */
  open: (id: string) => void;
  collapse: (id: string) => void;
  /** Opens a line, closes all others and focuses one of its fields; stable, like the others. */
  openOnly: (id: string, field: string) => void;
  /** Opens a line without closing the others and focuses one of its fields. */
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

/** Focuses a line's field; if it has no such field, its name; if it is collapsed, its row. */
export function focusLine(id: string, field: string): void {
  const elements = [field, "name", "summary"].map((fieldName) =>
    document.getElementById(getLineFieldId(id, fieldName)),
  );
  elements.find((element) => element !== null)?.focus();
}
