import { useQuery } from "@tanstack/react-query";
import type { ExpensePreview } from "../../api/generated/ExpensePreview";
import type { ExpensePreviewRequest } from "../../api/generated/ExpensePreviewRequest";
import { useSettled } from "../../ui/useSettled";
import { previewQuery } from "./queries";

/** How long nobody types before the server is asked. */
const PAUSE = 300;

/** What is typed would come to, by the server's word; none while there is nothing to reckon, or it cannot be. */
export function usePreview(typed: ExpensePreviewRequest | null): ExpensePreview | undefined {
  const text = JSON.stringify(typed);
  const settled = useSettled(text, PAUSE);
  const asked = JSON.parse(settled) as ExpensePreviewRequest | null;
  const nothing: ExpensePreviewRequest = { id: null, date: "", amount: "", vatRate: "", mileage: null };
  const { data, isError } = useQuery({ ...previewQuery(asked ?? nothing), enabled: asked !== null });
  return typed === null || asked === null || isError ? undefined : data;
}
