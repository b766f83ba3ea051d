import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { VatRegistration } from "../../api/generated/VatRegistration";
import { get, post, put, remove } from "../../api/requests";
import { documentKeys } from "../../documents/queries";

/** It hangs under the dashboard's key: whatever changes what was sold or spent changes this. */
const VAT_KEY = ["/api/dashboard", "vat"] as const;

/** The businesses of the account, with their registrations. */
export const vatBusinessesQuery = queryOptions({
  queryKey: [...VAT_KEY, "businesses"] as const,
  queryFn: ({ signal }) => get("/api/vat", { signal }),
});

/** How near the account is to having to register. */
export const vatThresholdQuery = queryOptions({
  queryKey: [...VAT_KEY, "threshold"] as const,
  queryFn: ({ signal }) => get("/api/vat/threshold", { signal }),
});

/** The return of the period of a day; today's where none is named. */
export const vatReturnQuery = (id: string, on: string) =>
  queryOptions({
    queryKey: [...VAT_KEY, id, "return", on] as const,
    queryFn: ({ signal }) =>
      get("/api/vat/{id}/return", { params: { id }, query: { on: on || undefined }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const vatRecordsQuery = (id: string, on: string, box: number) =>
  queryOptions({
    queryKey: [...VAT_KEY, id, "records", on, box] as const,
    queryFn: ({ signal }) =>
      get("/api/vat/{id}/return/records", { params: { id }, query: { on: on || undefined, box }, signal }),
  });

/** Sets a business's registration. Reports and income tax count with or without VAT by it. */
export function useSaveVatRegistration(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: VatRegistration) => put("/api/vat/{id}/registration", { params: { id }, body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["/api/dashboard"] }),
  });
}

/** The unpaid invoices whose VAT can be claimed back, and those of which it was. */
export const vatBadDebtsQuery = (id: string) =>
  queryOptions({
    queryKey: [...VAT_KEY, id, "bad-debts"] as const,
    queryFn: ({ signal }) => get("/api/vat/{id}/bad-debts", { params: { id }, signal }),
    retry: false,
  });

/** Writes an invoice off, or takes that back. The return counts it. */
export function useWriteOffBadDebt(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ invoice, isWrittenOff }: { invoice: string; isWrittenOff: boolean }) =>
      isWrittenOff
        ? post("/api/vat/{id}/bad-debts", { params: { id }, body: { invoice } })
        : remove("/api/vat/{id}/bad-debts", { params: { id }, body: { invoice } }),
    onSuccess: (_, { invoice }) => {
      void client.invalidateQueries({ queryKey: VAT_KEY });
      // The invoice says it among what happened to it.
      void client.invalidateQueries({ queryKey: documentKeys.timeline("invoice", invoice) });
    },
  });
}

/** Marks a return as filed, or opens it again. */
export function useMarkReturnFiled(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ to, isFiled }: { to: string; isFiled: boolean }) =>
      isFiled
        ? post("/api/vat/{id}/filed", { params: { id }, body: { to } })
        : remove("/api/vat/{id}/filed", { params: { id }, body: { to } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: VAT_KEY }),
  });
}
