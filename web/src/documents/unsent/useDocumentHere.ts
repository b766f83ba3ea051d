import { useQuery } from "@tanstack/react-query";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { meQuery } from "../../entities/accounts/queries";
import { useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { readLocalDocument } from "../offline/cachedDocuments";
import type { StoredDocument } from "../types";
import { useUnsentEdits } from "./useUnsentDocuments";

/**
 * A document with the changes that this device keeps of it while it is a draft: as it will be sent, and as its customer
 * signs it here. null until that is known.
 */
export function useDocumentWithChanges(kind: DocumentKind, stored: StoredDocument): StoredDocument | null {
  const account = useQuery(meQuery).data?.id ?? "";
  const edits = useUnsentEdits(kind, stored.id);
  const waiting = useWaitingChangesOf(kind, stored.id);
  const isChanged = edits.length > 0 && account !== "";
  const changedResult = useQuery({
    // What it is made of: each change makes it anew.
    queryKey: [
      "document-here",
      account,
      kind,
      stored.id,
      stored.version,
      stored.updatedAt,
      edits.map(({ operationId, time }) => [operationId, time]),
      waiting.map(({ order, problem }) => [order, problem?.code]),
    ],
    queryFn: async () => (await readLocalDocument(account, kind, stored.id)) ?? null,
    enabled: isChanged,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => (previous?.id === stored.id ? previous : undefined),
  });
  if (!isChanged) return stored;
  return changedResult.data ?? (changedResult.isError ? stored : null);
}
