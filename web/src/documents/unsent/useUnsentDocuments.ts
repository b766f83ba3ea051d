import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { meQuery } from "../../entities/accounts/queries";
import { loadUnsentEdits, onUnsentEditsChange } from "../../offline/unsent-edit-store";
import type { UnsentEdit } from "../../offline/unsent-edits";
import { pruneUnsentProblems } from "../offline/unsentProblems";

/** A document with changes on this device that the server doesn't have yet. */
export interface UnsentDocument {
  kind: DocumentKind;
  id: string;
  /** When the last change was stored, in Unix milliseconds. */
  at: number;
  /** Whether the server doesn't have the document at all. */
  isLocalOnly: boolean;
}

/** A separate first key, because an editor's log is read only once. */
const getUnsentKey = (account: string) => ["unshared", account] as const;

/** All unsent edits of an account, as known to this window. */
export const getCachedEdits = (client: QueryClient, account: string): readonly UnsentEdit[] =>
  client.getQueryData<readonly UnsentEdit[]>(getUnsentKey(account)) ?? [];

/** The documents with changes on this device that the server doesn't have. */
export function useUnsentDocuments(): readonly UnsentDocument[] {
  return useUnsentQuery(groupByDocument) ?? NO_DOCUMENTS;
}

/** Whether the unsent documents have been read from the device; until then their list is empty. */
export function useIsUnsentLoaded(): boolean {
  return useUnsentQuery(returnTrue) ?? false;
}

/** The changes to a document on this device; empty until they have been read. */
export function useUnsentEdits(kind: DocumentKind, id: string): readonly UnsentEdit[] {
  const selectDocument = useCallback(
    (edits: readonly UnsentEdit[]) => edits.filter((edit) => edit.kind === kind && edit.document === id),
    [kind, id],
  );
  return useUnsentQuery(selectDocument) ?? NO_EDITS;
}

function useUnsentQuery<Selected>(select: (edits: readonly UnsentEdit[]) => Selected): Selected | undefined {
  const account = useQuery(meQuery).data?.id ?? "";
  const client = useQueryClient();
  const unsentResult = useQuery({
    queryKey: getUnsentKey(account),
    // A browser that forbids storage has no edits.
    queryFn: () => loadUnsentEdits(account).then(pruneProblemsFor, () => []),
    enabled: account !== "",
    networkMode: "always",
    staleTime: 0,
    select,
  });
  // Also reads the changes again after somebody typed in another window.
  useEffect(
    () => onUnsentEditsChange(() => void client.invalidateQueries({ queryKey: getUnsentKey(account) })),
    [client, account],
  );
  return unsentResult.data;
}

const returnTrue = () => true;

function pruneProblemsFor(edits: UnsentEdit[]): UnsentEdit[] {
  pruneUnsentProblems(edits.map(({ document }) => document));
  return edits;
}

const NO_DOCUMENTS: readonly UnsentDocument[] = [];
const NO_EDITS: readonly UnsentEdit[] = [];

function groupByDocument(edits: readonly UnsentEdit[]): UnsentDocument[] {
  const documents = new Map<string, UnsentDocument>();
  for (const { kind, document: id, time, baseVersion } of edits) {
    const before = documents.get(id);
    documents.set(id, {
      kind,
      id,
      at: Math.max(time, before?.at ?? 0),
      isLocalOnly: baseVersion === 0 || (before?.isLocalOnly ?? false),
    });
  }
  return [...documents.values()].sort((one, other) => one.at - other.at);
}
