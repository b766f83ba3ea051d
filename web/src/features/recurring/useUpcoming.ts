import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api/errors";
import type { RecurringPreview } from "../../api/generated/RecurringPreview";
import type { RecurringUpcoming } from "../../api/generated/RecurringUpcoming";
import { useSettled } from "../../ui/useSettled";
import { daysQuery } from "./queries";
import { daysOf, type SeriesForm } from "./recurring";

/** How long nobody types before the server is asked. */
const PAUSE = 250;

const NOTHING: RecurringPreview = {
  id: null,
  after: null,
  days: { firstDay: "", repeat: "monthly", lastDay: null, times: null },
};

/** The days on which what is typed would come, and what is wrong with it, by field: core's word, by way of the server. */
export function useUpcoming(
  id: string | null,
  series: SeriesForm,
): { days: RecurringUpcoming | undefined; wrong: ReadonlyMap<string, string> } {
  const days = daysOf(series);
  const text = JSON.stringify(days && { id, after: series.after, days });
  const settled = useSettled(text, PAUSE);
  const asked = JSON.parse(settled) as RecurringPreview | null;
  const { data, error } = useQuery({ ...daysQuery(asked ?? NOTHING), enabled: asked !== null });
  const isRefused = error instanceof ApiError && error.status === 422;
  return {
    days: days === null || asked === null || error ? undefined : data,
    wrong: new Map(isRefused ? error.errors.map(({ path, msg }) => [path, msg]) : []),
  };
}
