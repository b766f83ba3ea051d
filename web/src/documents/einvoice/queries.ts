import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get, put } from "../../api/requests";
import { toast } from "../../ui/toast";
import { documentKeys } from "../queries";

/** The kinds that have e-invoices, with their API paths. */
const EINVOICE_PATHS = { invoice: "/api/invoices", credit_note: "/api/credit-notes" } as const;

export type EinvoiceKind = keyof typeof EINVOICE_PATHS;

export const isEinvoiceKind = (kind: DocumentKind): kind is EinvoiceKind => kind in EINVOICE_PATHS;

export const getEinvoicePath = (kind: EinvoiceKind) => `${EINVOICE_PATHS[kind]}/{id}/einvoice` as const;

/** What is missing for a document's e-invoice, as last saved. The query key is under the document's. */
export const einvoiceQuery = (kind: EinvoiceKind, id: string, version: number) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "einvoice", version] as const,
    queryFn: ({ signal }) => get(`${EINVOICE_PATHS[kind]}/{id}/einvoice/check`, { params: { id }, signal }),
    // Refetched on returning, because it may have been fixed on another page.
    staleTime: 0,
  });

/** Saves the customer's order number. */
export function useSaveOrderReference(kind: EinvoiceKind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (orderReference: string) =>
      put(`${EINVOICE_PATHS[kind]}/{id}/order-reference`, { params: { id }, body: { orderReference } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...documentKeys.one(kind, id), "einvoice"] }),
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
}
