import { useQuery } from "@tanstack/react-query";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { meQuery } from "../../entities/accounts/queries";
import { useWaitingOf } from "../../offline/waiting/useWaiting";
import { documentHere } from "../offline/shelves";
import type { StoredDocument } from "../types";
import { useUnsentOf } from "./useUnsentDocuments";

/**
 * A document with the changes that this device keeps of it while it is a draft: as it will be sent, and as its customer
 * signs it here. null until that is known.
 */
export function useDocumentHere(kind: DocumentKind, read: StoredDocument): StoredDocument | null {
  const account = useQuery(meQuery).data?.id ?? "";
  const edits = useUnsentOf(kind, read.id);
  const waiting = useWaitingOf(kind, read.id);
  const isChanged = edits.length > 0 && account !== "";
  const here = useQuery({
    // What it is made of: each change makes it anew.
    queryKey: [
      "document-here",
      account,
      kind,
      read.id,
      read.version,
      read.updatedAt,
      edits.map(({ operationId, time }) => [operationId, time]),
      waiting.map(({ order, problem }) => [order, problem?.code]),
    ],
    queryFn: async () => (await documentHere(account, kind, read.id)) ?? null,
    enabled: isChanged,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => (previous?.id === read.id ? previous : undefined),
  });
  if (!isChanged) return read;
  return here.data ?? (here.isError ? read : null);
}
