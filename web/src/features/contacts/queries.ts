import { queryOptions } from "@tanstack/react-query";
import type { Kind } from "../../api/generated/Kind";
import { get } from "../../api/reads";
import { KINDS } from "../../documents/kind";

/** The quotes or the invoices of one contact, newest first. */
export const contactDocumentsQuery = (kind: Kind, contactId: string) =>
  queryOptions({
    queryKey: [KINDS[kind].api, "list", { contactId }],
    queryFn: ({ signal }) => get(KINDS[kind].api, { query: { contactId, limit: "50" }, signal }),
  });
