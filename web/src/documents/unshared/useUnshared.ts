import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Kind } from "../../api/generated/Kind";
import { meQuery } from "../../entities/accounts/queries";
import { onUnsentChange, unsentOf } from "../../offline/unsent-store";

/** The documents of a kind that this device keeps changes of, which the server has not been told. */
export function useUnshared(kind: Kind): ReadonlySet<string> {
  const account = useQuery(meQuery).data?.id ?? "";
  const client = useQueryClient();
  // Under its own first key: an editor's log is read once.
  const key = ["unshared", account];
  const kept = useQuery({
    queryKey: key,
    // A browser that forbids its store has kept nothing.
    queryFn: () => unsentOf(account).catch(() => []),
    enabled: account !== "",
    networkMode: "always",
    staleTime: 0,
    select: (edits) => new Set(edits.filter((edit) => edit.kind === kind).map(({ document }) => document)),
  });
  // Another window's typing too.
  useEffect(
    () => onUnsentChange(() => void client.invalidateQueries({ queryKey: ["unshared", account] })),
    [client, account],
  );
  return kept.data ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();
