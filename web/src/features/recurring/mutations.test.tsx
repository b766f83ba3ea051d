// @vitest-environment window
import { describeWrites, FIGURES, IDS, writing } from "../../testing/cached-queries";
import {
  useCreateRecurring,
  useDeleteRecurring,
  usePauseRecurring,
  useResumeRecurring,
  useSkipDay,
  useUpdateRecurring,
} from "./mutations";

const ONE = { id: IDS.recurring, version: 1, name: "Boiler cover" };
const { id } = ONE;

/** Of the answer, and of what shows it. */
const SHOWN = {
  answer: ONE,
  updated: ["the recurring invoice"],
  refetched: ["the recurring invoices", ...FIGURES],
} as const;

describeWrites("a recurring invoice", {
  "it is made": writing({
    ...SHOWN,
    call: "POST /api/recurring",
    hook: useCreateRecurring,
    variables: { id, input: {} as never },
  }),
  "it is changed": writing({
    ...SHOWN,
    call: "PUT /api/recurring/{id}",
    hook: useUpdateRecurring,
    variables: { recurring: ONE as never, input: {} as never },
  }),
  "it is paused": writing({
    ...SHOWN,
    call: "POST /api/recurring/{id}/pause",
    hook: () => usePauseRecurring(id),
    variables: undefined as never,
  }),
  "it goes on": writing({
    ...SHOWN,
    call: "POST /api/recurring/{id}/resume",
    hook: () => useResumeRecurring(id),
    variables: undefined as never,
  }),
  "its next day is skipped": writing({
    ...SHOWN,
    call: "POST /api/recurring/{id}/skip",
    hook: () => useSkipDay(id),
    variables: "2026-12-01",
  }),
  "it is deleted": writing({
    call: "DELETE /api/recurring/{id}",
    hook: useDeleteRecurring,
    variables: id,
    refetched: SHOWN.refetched,
    removed: ["the recurring invoice"],
  }),
});
