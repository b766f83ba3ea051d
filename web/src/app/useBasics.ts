import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { WRITTEN_KINDS } from "../documents/kind";
import { documentQueries } from "../documents/queries";
import { contactsQuery } from "../entities/contacts/queries";
import { itemsQuery } from "../entities/items/queries";
import { profilesQuery } from "../entities/profiles/queries";
import { templatesQuery } from "../entities/quote-templates/queries";
import { prefetchDocuments } from "../offline/cache/prefetch";
import { connection } from "../offline/connection";

/** The first screen is there before anything is read beside it, in milliseconds. */
const PREFETCH_DELAY = 1_500;

const UNFILTERED = { q: "", status: "", archived: false, from: "", to: "", sort: "", order: "asc" } as const;

/**
 * Reads what every quote is made of, and the newest documents, so that this device holds them before the signal is
 * gone; and more where its person wants that.
 */
export function useOfflinePrefetch(account: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!account) return;
    const timer = setTimeout(() => {
      if (connection.isDown()) return;
      void client.prefetchQuery(contactsQuery);
      void client.prefetchQuery(itemsQuery);
      void client.prefetchQuery(profilesQuery);
      void client.prefetchQuery(templatesQuery);
      for (const { kind } of WRITTEN_KINDS) {
        void client.prefetchInfiniteQuery(documentQueries.list(kind, UNFILTERED));
      }
      void prefetchDocuments();
    }, PREFETCH_DELAY);
    return () => clearTimeout(timer);
  }, [client, account]);
}
