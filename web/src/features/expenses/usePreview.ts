import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, NetworkError, needsPlan } from "../../api/errors";
import type { ExpensePreview } from "../../api/generated/ExpensePreview";
import type { ExpensePreviewRequest } from "../../api/generated/ExpensePreviewRequest";
import { type ExpenseSums, loadExpenseSums, reckon } from "../../rules/expenses";
import { isRefusal } from "../../rules/rules";
import { useSettled } from "../../ui/useSettled";
import { expenseKeys, previewQuery } from "./queries";

/** How long nobody types before the server is asked. */
const PAUSE = 300;

/** What is said of a journey where nobody knows the miles before it. */
export const LATER = "No signal: we’ll work it out when you save.";

/**
 * What is typed would come to, by the server's word, or why it cannot be; neither while there is nothing to reckon.
 * Without signal the same function says it here: of a journey after the miles that the server named last.
 */
export function usePreview(typed: ExpensePreviewRequest | null): {
  preview?: ExpensePreview;
  problem?: string;
  later?: string;
} {
  const text = JSON.stringify(typed);
  const settled = useSettled(text, PAUSE);
  const asked = JSON.parse(settled) as ExpensePreviewRequest | null;
  const nothing: ExpensePreviewRequest = { id: null, date: "", amount: "", vatRate: "", mileage: null };
  const { data, error } = useQuery({ ...previewQuery(asked ?? nothing), enabled: asked !== null });
  // Reading is for everybody: whoever has no plan sees by the same function what it comes to.
  const isCutOff = error instanceof NetworkError || needsPlan(error);
  const client = useQueryClient();
  const here = useQuery({
    queryKey: [...expenseKeys.all, "reckoned", asked],
    queryFn: async () => reckoned(client, await loadExpenseSums(), asked ?? nothing),
    enabled: asked !== null && isCutOff,
    networkMode: "always",
    retry: false,
    gcTime: 0,
  });
  if (typed === null || asked === null) return {};
  if (!error) return { preview: data };
  if (error instanceof ApiError && !isCutOff) return { problem: error.errors[0]?.msg };
  // Without signal nothing is wrong with what was typed.
  return isCutOff ? (here.data ?? {}) : {};
}

/** What it comes to by this device. */
function reckoned(
  client: QueryClient,
  sums: ExpenseSums,
  asked: ExpensePreviewRequest,
): { preview?: ExpensePreview; problem?: string; later?: string } {
  try {
    const preview = reckon(sums, asked, milesBefore(client, sums, asked));
    return preview ? { preview } : { later: LATER };
  } catch (thrown) {
    if (isRefusal(thrown)) return { problem: thrown.errors[0]?.msg };
    throw thrown;
  }
}

/** The miles before a journey, as the server named them last of its vehicle, its tax year and its expense. */
function milesBefore(client: QueryClient, sums: ExpenseSums, asked: ExpensePreviewRequest): string | null {
  const seen = client.getQueryCache().findAll({ queryKey: [...expenseKeys.all, "preview"] });
  const newestFirst = seen.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const year = sums.taxYear(asked.date);
  for (const { queryKey, state } of newestFirst) {
    const request = queryKey.at(-1) as ExpensePreviewRequest;
    const told = (state.data as ExpensePreview | undefined)?.mileage;
    const isOfIt = request.mileage?.vehicle === asked.mileage?.vehicle && request.id === asked.id;
    if (told && isOfIt && told.taxYear === year) return told.before;
  }
  return null;
}
