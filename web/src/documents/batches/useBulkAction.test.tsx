// @vitest-environment window
// What is done to many documents is done to those that are chosen, and to no others.
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Batch } from "../../api/generated/Batch";
import type { BatchAction } from "../../api/generated/BatchAction";
import { mockResponse, mockServer } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { toastStore } from "../../ui/toast";
import type { ListFilter } from "../queries";
import { type SelectionAction, useBulkAction } from "./useBulkAction";
import type { ChosenDocuments } from "./useSelection";

const FILTER: ListFilter = {
  q: " tap ",
  status: "overdue",
  archived: true,
  from: "2026-04-06",
  to: "2027-04-05",
  sort: "customer",
  order: "asc",
};
/** All that match but one of each page. */
const MOST: ChosenDocuments = { isAll: true, ids: new Set(["i2", "i3"]), last: null };
const NAMED: ChosenDocuments = { isAll: false, ids: new Set(["i2", "i3"]), last: null };
const BATCH: Batch = {
  id: "b1",
  action: "send",
  state: "held",
  startsIn: 9,
  waiting: 2,
  done: 0,
  refused: 0,
  refusals: [],
  mayResume: false,
};

function BulkButton({ action, chosen }: { action: SelectionAction; chosen: ChosenDocuments }) {
  const { start } = useBulkAction("invoice", () => {});
  return (
    <button type="button" onClick={() => start(action, FILTER, chosen)}>
      Begin
    </button>
  );
}

/** Two pages of two that match; answers the list of what was asked for. */
function mockMatches() {
  const asked: Record<string, string>[] = [];
  const handler = http.get("*/api/invoices/ids", ({ request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    asked.push(query);
    return HttpResponse.json(
      query.cursor ? { ids: ["i3", "i4"], nextCursor: null } : { ids: ["i1", "i2"], nextCursor: "more" },
    );
  });
  mockServer.use(handler);
  return asked;
}

async function begin(action: SelectionAction, chosen: ChosenDocuments) {
  const user = await renderAlone(<BulkButton action={action} chosen={chosen} />);
  await user.click(screen.getByRole("button", { name: "Begin" }));
}

it.each<[SelectionAction, SelectionAction, string]>([
  ["archive", "restore", "2 invoices archived"],
  ["restore", "archive", "2 invoices restored"],
])("leaves unticked rows out of all that match, also for Undo: %s", async (action, opposite, says) => {
  const asked = mockMatches();
  const sent = mockResponse("POST /api/invoices/bulk", { done: 2 });
  await begin(action, MOST);
  await waitFor(() => expect(toastStore.snapshot()?.title).toBe(says));
  const query = {
    q: "tap",
    status: "overdue",
    archived: "true",
    from: "2026-04-06",
    to: "2027-04-05",
    sort: "contactName",
  };
  expect(asked).toEqual([query, { ...query, cursor: "more" }]);
  expect(sent.map(({ body }) => body)).toEqual([{ ids: ["i1", "i4"], action }]);
  await act(async () => toastStore.snapshot()?.action?.onPress());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toEqual({ ids: ["i1", "i4"], action: opposite });
});

it.each<[BatchAction]>([["send"], ["remind"], ["delete-drafts"]])(
  "leaves unticked rows out of all that match: %s",
  async (action) => {
    mockMatches();
    const sent = mockResponse("PUT /api/invoices/batches/{id}", { ...BATCH, action });
    await begin(action, MOST);
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ action, ids: ["i1", "i4"] }]));
  },
);

it("archives only the rows that were ticked", async () => {
  const sent = mockResponse("POST /api/invoices/bulk", { done: 2 });
  await begin("archive", NAMED);
  await waitFor(() => expect(toastStore.snapshot()?.title).toBe("2 invoices archived"));
  expect(sent.map(({ body }) => body)).toEqual([{ ids: ["i2", "i3"], action: "archive" }]);
});
