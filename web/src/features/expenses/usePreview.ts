import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api/errors";
import type { ExpensePreview } from "../../api/generated/ExpensePreview";
import type { ExpensePreviewRequest } from "../../api/generated/ExpensePreviewRequest";
import { useSettled } from "../../ui/useSettled";
import { previewQuery } from "./queries";

/** How long nobody types before the server is asked. */
const PAUSE = 300;

/** What is typed would come to, by the server's word, or why it cannot be; neither while there is nothing to reckon. */
export function usePreview(typed: ExpensePreviewRequest | null): {
  preview?: ExpensePreview;
  problem?: string;
} {
  const text = JSON.stringify(typed);
  const settled = useSettled(text, PAUSE);
  const asked = JSON.parse(settled) as ExpensePreviewRequest | null;
  const nothing: ExpensePreviewRequest = { id: null, date: "", amount: "", vatRate: "", mileage: null };
  const { data, error } = useQuery({ ...previewQuery(asked ?? nothing), enabled: asked !== null });
  if (typed === null || asked === null) return {};
  // Without signal it cannot be reckoned, and nothing is wrong with what was typed.
  if (error) return error instanceof ApiError ? { problem: error.errors[0]?.msg } : {};
  return { preview: data };
}
