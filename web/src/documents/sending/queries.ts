import { queryOptions } from "@tanstack/react-query";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get } from "../../api/reads";
import { KINDS } from "../kind";
import { documentKeys } from "../queries";

/** The words with which a document goes out, as the server has them now. */
export const readSendTexts = (kind: DocumentKind, id: string, signal?: AbortSignal) =>
  get(`${KINDS[kind].api}/{id}/sending`, { params: { id }, signal });

/** What VAT says of a document before its customer is given it, read anew each time the dialog opens. */
export const vatCheckQuery = (kind: DocumentKind, id: string, save: () => Promise<unknown>) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "vat"],
    queryFn: async ({ signal }) => {
      await save();
      return get("/api/vat/checks/{kind}/{id}", { params: { kind, id }, signal });
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The same for the dialog, read anew each time it opens: what is typed is saved first. */
export const sendTextsQuery = (kind: DocumentKind, id: string, save: () => Promise<unknown>) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "sending"],
    queryFn: async ({ signal }) => {
      await save();
      return readSendTexts(kind, id, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });
