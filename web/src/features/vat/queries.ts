import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { VatRegistration } from "../../api/generated/VatRegistration";
import { get, post, put, remove } from "../../api/requests";
import { documentKeys } from "../../documents/queries";

/** Under the dashboard's key, so that whatever invalidates sales or expenses invalidates this. */
const VAT_KEY = ["/api/dashboard", "vat"] as const;

/** The businesses of the account, with their registrations. */
export const vatBusinessesQuery = queryOptions({
  queryKey: [...VAT_KEY, "businesses"] as const,
  queryFn: ({ signal }) => get("/api/vat", { signal }),
});

/** How close the account is to having to register. */
export const vatThresholdQuery = queryOptions({
  queryKey: [...VAT_KEY, "threshold"] as const,
  queryFn: ({ signal }) => get("/api/vat/threshold", { signal }),
});

/** The return of the period that contains a day; of today's where no day is given. */
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

/** Saves a business's registration. Reports and Income Tax include or exclude VAT depending on it. */
export function useSaveVatRegistration(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: VatRegistration) => put("/api/vat/{id}/registration", { params: { id }, body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["/api/dashboard"] }),
  });
}

/** The unpaid invoices whose VAT can be reclaimed, and those for which it was. */
export const vatBadDebtsQuery = (id: string) =>
  queryOptions({
    queryKey: [...VAT_KEY, id, "bad-debts"] as const,
    queryFn: ({ signal }) => get("/api/vat/{id}/bad-debts", { params: { id }, signal }),
    retry: false,
  });

/** Writes off an invoice, or undoes that. The VAT return changes with it. */
export function useWriteOffBadDebt(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ invoice, isWrittenOff }: { invoice: string; isWrittenOff: boolean }) =>
      isWrittenOff
        ? post("/api/vat/{id}/bad-debts", { params: { id }, body: { invoice } })
        : remove("/api/vat/{id}/bad-debts", { params: { id }, body: { invoice } }),
    onSuccess: (_, { invoice }) => {
      void client.invalidateQueries({ queryKey: VAT_KEY });
      // The invoice's timeline includes it.
      void client.invalidateQueries({ queryKey: documentKeys.timeline("invoice", invoice) });
    },
  });
}

/** Marks a return as filed, or reopens it. */
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
