import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../api/errors";
import type { CisRegistration } from "../../../api/generated/CisRegistration";
import type { CisReturn } from "../../../api/generated/CisReturn";
import type { CisSubcontractorInput } from "../../../api/generated/CisSubcontractorInput";
import type { SubcontractorPayment } from "../../../api/generated/SubcontractorPayment";
import type { SubcontractorPaymentInput } from "../../../api/generated/SubcontractorPaymentInput";
import { get } from "../../../api/reads";
import { post, put, remove } from "../../../api/writes";
import { toast } from "../../../ui/toast";

/** It hangs under the dashboard's key: whatever changes what was spent changes this. */
const KEY = ["/api/dashboard", "cis-contractor"] as const;

/** The businesses of the account, with what makes them contractors. */
export const contractorsQuery = queryOptions({
  queryKey: [...KEY, "businesses"] as const,
  queryFn: ({ signal }) => get("/api/cis/contractors", { signal }),
});

export const subcontractorsQuery = queryOptions({
  queryKey: [...KEY, "subcontractors"] as const,
  queryFn: ({ signal }) => get("/api/cis/subcontractors", { signal }),
});

/** Whether an email with a statement of a month is on its way. */
const isMailed = ({ rows }: CisReturn) =>
  rows.some(({ statementEmail }) => statementEmail?.state === "waiting");

/** The monthly returns of a business in a tax year. */
export const returnsQuery = (id: string, year: string) =>
  queryOptions({
    queryKey: [...KEY, "returns", id, year] as const,
    queryFn: ({ signal }) =>
      get("/api/cis/contractors/{id}/returns/{year}", { params: { id, year }, signal }),
    placeholderData: keepPreviousData,
    // Nobody tells the page that the mail server has answered.
    refetchInterval: ({ state }) => (state.data?.months.some(isMailed) ? 5_000 : false),
  });

/** A payment; null where the expense of this id is none. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "payment", id] as const,
    queryFn: ({ signal }) => get("/api/cis/payments/{id}", { params: { id }, signal }),
  });

/** What is deducted of a payment that is being typed. What it was stands until the next is known. */
export const previewQuery = (typed: SubcontractorPaymentInput) =>
  queryOptions({
    queryKey: [...KEY, "preview", typed] as const,
    queryFn: () => post("/api/cis/payments/preview", { body: typed }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** A payment is an expense too: lists of those and what is made of them change with it. */
function useChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
    void client.invalidateQueries({ queryKey: ["/api/expenses"] });
  };
}

export function useRegisterContractor(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: CisRegistration) => put("/api/cis/contractors/{id}", { params: { id }, body }),
    onSuccess: changed,
  });
}

export function usePutSubcontractor() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: CisSubcontractorInput }) =>
      put("/api/cis/subcontractors/{id}", { params: { id }, body: input }),
    onSuccess: changed,
  });
}

/** Writes a payment down, or over the version that it was made from; `id` is the form's own. */
export function useSavePayment(had: SubcontractorPayment | undefined) {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: SubcontractorPaymentInput }) =>
      had
        ? put("/api/cis/payments/{id}", { params: { id: had.id }, body: { version: had.version, ...input } })
        : post("/api/cis/payments", { body: { id, ...input } }),
    onSuccess: changed,
  });
}

export function useRemovePayment() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (id: string) => remove("/api/cis/payments/{id}", { params: { id } }),
    onSuccess: changed,
  });
}

/** Marks a month's return as filed on a day, or opens it again where there is none. */
export function useFiling(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({
      month,
      filedOn,
      notNeeded = false,
    }: {
      month: string;
      filedOn?: string;
      notNeeded?: boolean;
    }) =>
      filedOn
        ? post("/api/cis/contractors/{id}/filed", { params: { id }, body: { month, filedOn, notNeeded } })
        : remove("/api/cis/contractors/{id}/filed", { params: { id }, body: { month } }),
    onSuccess: changed,
  });
}

/** Whose statement of which month. */
interface StatementOf {
  contactId: string;
  month: string;
}

/** Emails a subcontractor's statement. */
export function useSendStatement(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (of: StatementOf) =>
      post("/api/cis/contractors/{id}/statement", { params: { id }, body: of }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** What is done about the email of a statement of which nobody knows that it arrived. */
export function useStatementEmail(id: string, of: StatementOf, deed: "again" | "arrived") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_email: string) =>
      post(`/api/cis/contractors/{id}/statement/${deed}`, { params: { id }, body: of }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
  });
}
