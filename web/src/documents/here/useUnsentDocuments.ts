import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { meQuery } from "../../entities/accounts/queries";
import type { UnsentEdit } from "../../offline/unsent";
import { onUnsentChange, unsentOf } from "../../offline/unsent-store";
import { keepStandingsOf } from "../offline/standing";

/** A document that this device keeps changes of. */
export interface UnsentDocument {
  kind: DocumentKind;
  id: string;
  /** When the last of them was written down, in Unix milliseconds. */
  at: number;
  /** Whether the server does not have it at all. */
  isOnlyHere: boolean;
}

/** Under its own first key: an editor's log is read once. */
const keyOf = (account: string) => ["unshared", account] as const;

/** Every edit of an account that this window knows the device to keep. */
export const knownEdits = (client: QueryClient, account: string): readonly UnsentEdit[] =>
  client.getQueryData<readonly UnsentEdit[]>(keyOf(account)) ?? [];

/** The documents that this device keeps changes of, which the server has not been told. */
export function useUnsentDocuments(): readonly UnsentDocument[] {
  return useUnsent(documentsOf) ?? NONE;
}

/** Whether they are read by now: until then none is no promise that there is none. */
export function useIsUnsentKnown(): boolean {
  return useUnsent(isRead) ?? false;
}

/** The changes that this device keeps of a document; none while they are not known. */
export function useUnsentOf(kind: DocumentKind, id: string): readonly UnsentEdit[] {
  const ofOne = useCallback(
    (edits: readonly UnsentEdit[]) => edits.filter((edit) => edit.kind === kind && edit.document === id),
    [kind, id],
  );
  return useUnsent(ofOne) ?? NO_EDITS;
}

function useUnsent<Seen>(select: (edits: readonly UnsentEdit[]) => Seen): Seen | undefined {
  const account = useQuery(meQuery).data?.id ?? "";
  const client = useQueryClient();
  const kept = useQuery({
    queryKey: keyOf(account),
    // A browser that forbids its store has kept nothing.
    queryFn: () => unsentOf(account).then(known, () => []),
    enabled: account !== "",
    networkMode: "always",
    staleTime: 0,
    select,
  });
  // Another window's typing too.
  useEffect(
    () => onUnsentChange(() => void client.invalidateQueries({ queryKey: keyOf(account) })),
    [client, account],
  );
  return kept.data;
}

const isRead = () => true;

function known(edits: UnsentEdit[]): UnsentEdit[] {
  keepStandingsOf(edits.map(({ document }) => document));
  return edits;
}

const NONE: readonly UnsentDocument[] = [];
const NO_EDITS: readonly UnsentEdit[] = [];

function documentsOf(edits: readonly UnsentEdit[]): UnsentDocument[] {
  const found = new Map<string, UnsentDocument>();
  for (const { kind, document: id, time, baseVersion } of edits) {
    const before = found.get(id);
    found.set(id, {
      kind,
      id,
      at: Math.max(time, before?.at ?? 0),
      isOnlyHere: baseVersion === 0 || (before?.isOnlyHere ?? false),
    });
  }
  return [...found.values()].sort((one, other) => one.at - other.at);
}
