import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, isPlanLapsedError, NetworkError } from "../../api/errors";
import type { ExpensePreview } from "../../api/generated/ExpensePreview";
import type { ExpensePreviewRequest } from "../../api/generated/ExpensePreviewRequest";
import { calculateExpensePreview, type ExpenseRules, loadExpenseRules } from "../../rules/expenses";
import { isRefusal } from "../../rules/rules";
import { useDebouncedText } from "../../ui/hooks";
import { expenseKeys, previewQuery } from "./queries";

/** How long to wait after the last keystroke before asking the server for a preview. */
const PREVIEW_DELAY_MS = 300;

/** Displayed for a journey when the miles before it are unknown. */
export const PREVIEW_LATER = "No signal: we’ll work it out when you save.";

/**
 * The amounts of the typed expense as the server calculates them, or why they can't be calculated; neither
 * while there is nothing to calculate. Without a connection the same function runs here: a journey is added
 * to the miles that the server reported last.
 */
export function useExpensePreview(typed: ExpensePreviewRequest | null): {
  preview?: ExpensePreview;
  problem?: string;
  later?: string;
} {
  const text = JSON.stringify(typed);
  const settledText = useDebouncedText(text, PREVIEW_DELAY_MS);
  const request = JSON.parse(settledText) as ExpensePreviewRequest | null;
  const emptyRequest: ExpensePreviewRequest = { id: null, date: "", amount: "", vatRate: "", mileage: null };
  const { data, error } = useQuery({ ...previewQuery(request ?? emptyRequest), enabled: request !== null });
  // Reading is open to everybody: an account without a plan gets the amounts from the same function.
  const needsDevicePreview = error instanceof NetworkError || isPlanLapsedError(error);
  const client = useQueryClient();
  const devicePreview = useQuery({
    queryKey: [...expenseKeys.all, "reckoned", request],
    queryFn: async () => previewOnDevice(client, await loadExpenseRules(), request ?? emptyRequest),
    enabled: request !== null && needsDevicePreview,
    networkMode: "always",
    retry: false,
    gcTime: 0,
  });
  if (typed === null || request === null) return {};
  if (!error) return { preview: data };
  if (error instanceof ApiError && !needsDevicePreview) return { problem: error.errors[0]?.msg };
  // Without a connection there is nothing wrong with what was typed.
  return needsDevicePreview ? (devicePreview.data ?? {}) : {};
}

/** The amounts as this device calculates them. */
function previewOnDevice(
  client: QueryClient,
  sums: ExpenseRules,
  request: ExpensePreviewRequest,
): { preview?: ExpensePreview; problem?: string; later?: string } {
  try {
    const preview = calculateExpensePreview(sums, request, findMilesBefore(client, sums, request));
    return preview ? { preview } : { later: PREVIEW_LATER };
  } catch (thrown) {
    if (isRefusal(thrown)) return { problem: thrown.errors[0]?.msg };
    throw thrown;
  }
}

/** The miles before a journey, as the server last reported them for its vehicle, tax year and expense. */
function findMilesBefore(
  client: QueryClient,
  sums: ExpenseRules,
  request: ExpensePreviewRequest,
): string | null {
  const seen = client.getQueryCache().findAll({ queryKey: [...expenseKeys.all, "preview"] });
  const newestFirst = seen.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const year = sums.taxYear(request.date);
  for (const { queryKey, state } of newestFirst) {
    const previewRequest = queryKey.at(-1) as ExpensePreviewRequest;
    const mileage = (state.data as ExpensePreview | undefined)?.mileage;
    const isSameJourney =
      previewRequest.mileage?.vehicle === request.mileage?.vehicle && previewRequest.id === request.id;
    if (mileage && isSameJourney && mileage.taxYear === year) return mileage.before;
  }
  return null;
}
