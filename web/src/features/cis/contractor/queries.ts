import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../../api/errors";
import type { CisRegistration } from "../../../api/generated/CisRegistration";
import type { CisReturn } from "../../../api/generated/CisReturn";
import type { CisSubcontractorInput } from "../../../api/generated/CisSubcontractorInput";
import type { SubcontractorPayment } from "../../../api/generated/SubcontractorPayment";
import type { SubcontractorPaymentInput } from "../../../api/generated/SubcontractorPaymentInput";
import { get, post, put, remove } from "../../../api/requests";
import { toast } from "../../../ui/toast";

/** Under the dashboard's key, so that whatever invalidates expenses invalidates this. */
const CONTRACTOR_KEY = ["/api/dashboard", "cis-contractor"] as const;

/** The businesses of the account, with their details as contractors. */
export const contractorsQuery = queryOptions({
  queryKey: [...CONTRACTOR_KEY, "businesses"] as const,
  queryFn: ({ signal }) => get("/api/cis/contractors", { signal }),
});

export const subcontractorsQuery = queryOptions({
  queryKey: [...CONTRACTOR_KEY, "subcontractors"] as const,
  queryFn: ({ signal }) => get("/api/cis/subcontractors", { signal }),
});

/** Whether an email with a statement of this month is being sent. */
const isEmailWaiting = ({ rows }: CisReturn) =>
  rows.some(({ statementEmail }) => statementEmail?.state === "waiting");

/** The monthly returns of a business in a tax year. */
export const returnsQuery = (id: string, year: string) =>
  queryOptions({
    queryKey: [...CONTRACTOR_KEY, "returns", id, year] as const,
    queryFn: ({ signal }) =>
      get("/api/cis/contractors/{id}/returns/{year}", { params: { id, year }, signal }),
    placeholderData: keepPreviousData,
    // No live update says that the mail server has responded.
    refetchInterval: ({ state }) => (state.data?.months.some(isEmailWaiting) ? 5_000 : false),
  });

/** A payment; null where the expense with this id isn't one. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...CONTRACTOR_KEY, "payment", id] as const,
    queryFn: ({ signal }) => get("/api/cis/payments/{id}", { params: { id }, signal }),
  });

/**
 * The deduction of a payment that is being typed. The previous result is displayed until the next is known.
 */
export const previewQuery = (typed: SubcontractorPaymentInput) =>
  queryOptions({
    queryKey: [...CONTRACTOR_KEY, "preview", typed] as const,
    queryFn: () => post("/api/cis/payments/preview", { body: typed }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** A payment is an expense too: the expenses and what is calculated from them are invalidated with it. */
function useInvalidateContractor() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
    void client.invalidateQueries({ queryKey: ["/api/expenses"] });
  };
}

export function useRegisterContractor(id: string) {
  const invalidate = useInvalidateContractor();
  return useMutation({
    mutationFn: (body: CisRegistration) => put("/api/cis/contractors/{id}", { params: { id }, body }),
    onSuccess: invalidate,
  });
}

export function useSaveSubcontractor() {
  const invalidate = useInvalidateContractor();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: CisSubcontractorInput }) =>
      put("/api/cis/subcontractors/{id}", { params: { id }, body: input }),
    onSuccess: invalidate,
  });
}

/** Creates a payment, or updates the version it was edited from; `id` is the form's own. */
export function useSavePayment(existing: SubcontractorPayment | undefined) {
  const invalidate = useInvalidateContractor();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: SubcontractorPaymentInput }) =>
      existing
        ? put("/api/cis/payments/{id}", {
            params: { id: existing.id },
            body: { version: existing.version, ...input },
          })
        : post("/api/cis/payments", { body: { id, ...input } }),
    onSuccess: invalidate,
  });
}

export function useRemovePayment() {
  const invalidate = useInvalidateContractor();
  return useMutation({
    mutationFn: (id: string) => remove("/api/cis/payments/{id}", { params: { id } }),
    onSuccess: invalidate,
  });
}

/** Marks a month's return as filed on a day, or reopens it when no day is given. */
export function useMarkReturnFiled(id: string) {
  const invalidate = useInvalidateContractor();
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
    onSuccess: invalidate,
  });
}

/** Identifies a statement by subcontractor and month. */
interface CisStatementKey {
  contactId: string;
  month: string;
}

/** Emails a subcontractor's statement. */
export function useSendCisStatement(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (statement: CisStatementKey) =>
      post("/api/cis/contractors/{id}/statement", { params: { id }, body: statement }),
    onSuccess: () => client.invalidateQueries({ queryKey: CONTRACTOR_KEY }),
  });
}

/** Sends a statement's email again, or marks it as arrived, when nobody knows whether it arrived. */
export function useResolveStatementEmail(
  id: string,
  statement: CisStatementKey,
  action: "again" | "arrived",
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_email: string) =>
      post(`/api/cis/contractors/{id}/statement/${action}`, { params: { id }, body: statement }),
    onSuccess: () => client.invalidateQueries({ queryKey: CONTRACTOR_KEY }),
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
}
