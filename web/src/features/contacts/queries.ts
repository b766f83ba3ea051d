import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Kind } from "../../api/generated/Kind";
import { get } from "../../api/reads";
import { KINDS } from "../../documents/kind";

/** The quotes or the invoices of one contact, newest first. */
export const contactDocumentsQuery = (kind: Kind, contactId: string) =>
  infiniteQueryOptions({
    queryKey: [KINDS[kind].api, "list", { contactId }],
    queryFn: ({ pageParam, signal }) =>
      get(KINDS[kind].api, { query: { contactId, cursor: pageParam, limit: "50" }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
