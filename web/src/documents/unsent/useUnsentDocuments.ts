import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { meQuery } from "../../entities/accounts/queries";
import { loadUnsentEdits, onUnsentEditsChange } from "../../offline/unsent-edit-store";
import type { UnsentEdit } from "../../offline/unsent-edits";
import { pruneUnsentProblems } from "../offline/unsentProblems";

/** A document that this device keeps changes of. */
export interface UnsentDocument {
  kind: DocumentKind;
  id: string;
  /** When the last of them was written down, in Unix milliseconds. */
  at: number;
  /** Whether the server does not have it at all. */
  isLocalOnly: boolean;
}

/** Under its own first key: an editor's log is read once. */
const getUnsentKey = (account: string) => ["unshared", account] as const;

/** Every edit of an account that this window knows the device to keep. */
export const getCachedEdits = (client: QueryClient, account: string): readonly UnsentEdit[] =>
  client.getQueryData<readonly UnsentEdit[]>(getUnsentKey(account)) ?? [];

/** The documents that this device keeps changes of, which the server has not been told. */
export function useUnsentDocuments(): readonly UnsentDocument[] {
  return useUnsentQuery(groupByDocument) ?? NO_DOCUMENTS;
}

/** Whether they are read by now: until then none is no promise that there is none. */
export function useIsUnsentLoaded(): boolean {
  return useUnsentQuery(returnTrue) ?? false;
}

/** The changes that this device keeps of a document; none while they are not known. */
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
    // A browser that forbids its store has kept nothing.
    queryFn: () => loadUnsentEdits(account).then(pruneProblemsFor, () => []),
    enabled: account !== "",
    networkMode: "always",
    staleTime: 0,
    select,
  });
  // Another window's typing too.
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
