import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get } from "../../api/reads";
import { put } from "../../api/writes";
import { toast } from "../../ui/toast";
import { documentKeys } from "../queries";

/** The kinds of which there are e-invoices, by their paths. */
const PATHS = { invoice: "/api/invoices", credit_note: "/api/credit-notes" } as const;

export type EinvoiceKind = keyof typeof PATHS;

export const isEinvoiceKind = (kind: DocumentKind): kind is EinvoiceKind => kind in PATHS;

export const einvoicePath = (kind: EinvoiceKind) => `${PATHS[kind]}/{id}/einvoice` as const;

/** What is missing for a document's e-invoice, as it was saved last. Below the document itself. */
export const einvoiceQuery = (kind: EinvoiceKind, id: string, version: number) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "einvoice", version] as const,
    queryFn: ({ signal }) => get(`${PATHS[kind]}/{id}/einvoice/check`, { params: { id }, signal }),
    // Whatever was put right on another page counts on coming back.
    staleTime: 0,
  });

/** Sets the customer's number of the order. */
export function useOrderReference(kind: EinvoiceKind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (orderReference: string) =>
      put(`${PATHS[kind]}/{id}/order-reference`, { params: { id }, body: { orderReference } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...documentKeys.one(kind, id), "einvoice"] }),
    onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
  });
}
