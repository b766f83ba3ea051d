import { useMemo } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useUnsentDocuments } from "./useUnsentDocuments";

/** The documents of a kind that this device keeps changes of, which the server has not been told. */
export function useUnsharedIds(kind: DocumentKind): ReadonlySet<string> {
  const unsent = useUnsentDocuments();
  return useMemo(
    () => new Set(unsent.filter((one) => one.kind === kind).map(({ id }) => id)),
    [unsent, kind],
  );
}
