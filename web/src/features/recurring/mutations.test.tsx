// @vitest-environment happy-dom
import { describeWrites, FIGURES, ON_SHELF, writing } from "../../testing/shelf";
import {
  useCreateRecurring,
  useDeleteRecurring,
  usePauseRecurring,
  useResumeRecurring,
  useSkipDay,
  useUpdateRecurring,
} from "./mutations";

const ONE = { id: ON_SHELF.recurring, version: 1, name: "Boiler cover" };
const { id } = ONE;

/** Of the answer, and of what shows it. */
const SHOWN = {
  answer: ONE,
  holds: ["the recurring invoice"],
  again: ["the recurring invoices", ...FIGURES],
} as const;

describeWrites("a recurring invoice", {
  "it is made": writing({
    ...SHOWN,
    call: "POST /api/recurring",
    by: useCreateRecurring,
    with: { id, input: {} as never },
  }),
  "it is changed": writing({
    ...SHOWN,
    call: "PUT /api/recurring/{id}",
    by: useUpdateRecurring,
    with: { recurring: ONE as never, input: {} as never },
  }),
  "it is paused": writing({
    ...SHOWN,
    call: "POST /api/recurring/{id}/pause",
    by: () => usePauseRecurring(id),
    with: undefined as never,
  }),
  "it goes on": writing({
    ...SHOWN,
    call: "POST /api/recurring/{id}/resume",
    by: () => useResumeRecurring(id),
    with: undefined as never,
  }),
  "its next day is skipped": writing({
    ...SHOWN,
    call: "POST /api/recurring/{id}/skip",
    by: () => useSkipDay(id),
    with: "2026-12-01",
  }),
  "it is deleted": writing({
    call: "DELETE /api/recurring/{id}",
    by: useDeleteRecurring,
    with: id,
    again: SHOWN.again,
    gone: ["the recurring invoice"],
  }),
});
