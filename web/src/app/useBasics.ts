import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { WRITTEN_KINDS } from "../documents/kind";
import { documentQueries } from "../documents/queries";
import { contactsQuery } from "../entities/contacts/queries";
import { itemsQuery } from "../entities/items/queries";
import { profilesQuery } from "../entities/profiles/queries";
import { templatesQuery } from "../entities/quote-templates/queries";
import { connection } from "../offline/connection";
import { readAhead } from "../offline/held/read-ahead";

/** The first screen is there before anything is read beside it, in milliseconds. */
const BREATH = 1_500;

const ALL = { q: "", status: "", archived: false, from: "", to: "", sort: "", order: "asc" } as const;

/**
 * Reads what every quote is made of, and the newest documents, so that this device holds them before the signal is
 * gone; and more where its person wants that.
 */
export function useBasics(account: string | undefined): void {
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
        void client.prefetchInfiniteQuery(documentQueries.list(kind, ALL));
      }
      void readAhead();
    }, BREATH);
    return () => clearTimeout(timer);
  }, [client, account]);
}
