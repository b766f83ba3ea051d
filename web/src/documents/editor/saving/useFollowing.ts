import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { documentKeys, readDocument } from "../../queries";
import type { Autosaver } from "./autosaver";

/** Takes in what other windows save, as soon as this one hears of it: nothing is typed upon what is gone. */
export function useRemoteChanges(kind: DocumentKind, id: string, saver: Autosaver): void {
  const client = useQueryClient();
  useEffect(() => {
    const own = hashKey(documentKeys.one(kind, id));
    return client.getQueryCache().subscribe(({ type, query, ...event }) => {
      const isStale = type === "updated" && "action" in event && event.action.type === "invalidate";
      if (!isStale || query.queryHash !== own) return;
      // What cannot be read now is met at the next save.
      readDocument(kind, id).then(
        (stored) => saver.followStored(stored),
        () => undefined,
      );
    });
  }, [client, kind, id, saver]);
}
