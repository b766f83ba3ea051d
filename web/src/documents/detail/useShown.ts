import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import { get } from "../../api/reads";
import { useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { KINDS } from "../kind";
import { presentOwnDocument } from "../present";
import { documentKeys } from "../queries";
import type { StoredDocument } from "../types";

/**
 * A document as its customer sees it: once issued, as it was kept when it was issued, which the rules of today would
 * perhaps not give again; before, what it would be. Instalments are the server's to read. null until it is known.
 */
export function useDetailPresentation(kind: DocumentKind, doc: StoredDocument): Presentation | null {
  const rules = useRules();
  const isOnServer = doc.publicToken !== null || doc.instalments !== undefined;
  const today = todayInLondon();
  const issuedResult = useQuery({
    // The day, the version and the payments are in the key: what changed is read again.
    queryKey: [...documentKeys.all(kind), "shown", doc.id, today, doc.updatedAt, doc.payments],
    queryFn: ({ signal }) => get(`${KINDS[kind].api}/{id}/presentation`, { params: { id: doc.id }, signal }),
    enabled: isOnServer,
    placeholderData: (previous) => previous,
  });
  const hasWaitingChanges = useWaitingChangesOf(kind, doc.id).length > 0;
  // What waits on this device the server has not taken in; where it cannot be asked, the rules of today speak.
  const isLocal = !isOnServer || hasWaitingChanges || issuedResult.isError;
  return useMemo(() => {
    if (!isLocal) return issuedResult.data ?? null;
    return presentOwnDocument(rules, doc, { contact: doc.contact, profile: doc.businessProfile }, today);
  }, [rules, doc, isLocal, issuedResult.data, today]);
}
