// @vitest-environment window
import { DASHBOARD_QUERIES, defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import {
  useCreateRecurring,
  useDeleteRecurring,
  usePauseRecurring,
  useResumeRecurring,
  useSkipDay,
  useUpdateRecurring,
} from "./queries";

const ONE = { id: IDS.recurring, version: 1, name: "Boiler cover" };
const { id } = ONE;

/** The response, and the cached data that it updates. */
const SHOWN = {
  answer: ONE,
  updated: ["the recurring invoice"],
  refetched: ["the recurring invoices", ...DASHBOARD_QUERIES],
} as const;

describeMutations("a recurring invoice", {
  "it is created": defineMutation({
    ...SHOWN,
    call: "POST /api/recurring",
    hook: useCreateRecurring,
    variables: { id, input: {} as never },
  }),
  "it is changed": defineMutation({
    ...SHOWN,
    call: "PUT /api/recurring/{id}",
    hook: useUpdateRecurring,
    variables: { recurring: ONE as never, input: {} as never },
  }),
  "it is paused": defineMutation({
    ...SHOWN,
    call: "POST /api/recurring/{id}/pause",
    hook: () => usePauseRecurring(id),
    variables: undefined as never,
  }),
  "it is resumed": defineMutation({
    ...SHOWN,
    call: "POST /api/recurring/{id}/resume",
    hook: () => useResumeRecurring(id),
    variables: undefined as never,
  }),
  "its next date is skipped": defineMutation({
    ...SHOWN,
    call: "POST /api/recurring/{id}/skip",
    hook: () => useSkipDay(id),
    variables: "2026-12-01",
  }),
  "it is deleted": defineMutation({
    call: "DELETE /api/recurring/{id}",
    hook: useDeleteRecurring,
    variables: id,
    refetched: SHOWN.refetched,
    removed: ["the recurring invoice"],
  }),
});
