import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api/errors";
import type { RecurringPreview } from "../../api/generated/RecurringPreview";
import type { RecurringUpcoming } from "../../api/generated/RecurringUpcoming";
import { useDebouncedText } from "../../ui/useSettled";
import { upcomingDaysQuery } from "./queries";
import { type RecurringSeriesForm, toRecurringDays } from "./series-form";

/** How long nobody types before the server is asked. */
const TYPING_PAUSE = 250;

const EMPTY_PREVIEW: RecurringPreview = {
  id: null,
  after: null,
  days: { firstDay: "", repeat: "monthly", lastDay: null, times: null },
};

/** The days on which what is typed would come, and what is wrong with it, by field: core's word, by way of the server. */
export function useUpcomingDays(
  id: string | null,
  series: RecurringSeriesForm,
): { days: RecurringUpcoming | undefined; dayErrors: ReadonlyMap<string, string> } {
  const days = toRecurringDays(series);
  const typedRequest = JSON.stringify(days && { id, after: series.after, days });
  const settledRequest = useDebouncedText(typedRequest, TYPING_PAUSE);
  const request = JSON.parse(settledRequest) as RecurringPreview | null;
  const { data, error } = useQuery({
    ...upcomingDaysQuery(request ?? EMPTY_PREVIEW),
    enabled: request !== null,
  });
  const isRefused = error instanceof ApiError && error.status === 422;
  return {
    days: days === null || request === null || error ? undefined : data,
    dayErrors: new Map(isRefused ? error.errors.map(({ path, msg }) => [path, msg]) : []),
  };
}
