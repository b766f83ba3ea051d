// @vitest-environment happy-dom
// What a list says of an action on many of its documents, in whichever window it was asked for.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Batch } from "../../api/generated/Batch";
import { answers } from "../../testing/network";
import { openSignedIn } from "../../testing/open";
import { listOf, summaryOf } from "../../testing/records";
import { forget } from "./batches";

const HELD: Batch = {
  id: "0190b4a2-7c1d-7e55-9d1f-3a3f5e1c0b01",
  action: "send",
  state: "held",
  startsIn: 8_000,
  waiting: 2,
  done: 0,
  refused: 1,
  refusals: [{ id: "r", name: "Q-0001", code: "sent", reason: "This quote was sent already." }],
  mayResume: false,
};
const DONE: Batch = { ...HELD, state: "done", startsIn: 0, waiting: 0, done: 2 };

const now = (batch: Batch) => answers("GET /api/quotes/batches/{id}", batch);

/** The quotes of somebody whose emails are held, as after a reload: how often they were read, and who looks at them. */
async function opened() {
  const lists = answers("GET /api/quotes", listOf(summaryOf("quote")));
  answers("GET /api/quotes/counts", []);
  answers("GET /api/views", []);
  answers("GET /api/quotes/batches", [HELD]);
  now(HELD);
  const user = await openSignedIn("/quotes");
  await screen.findByText(/^2 quotes will be emailed in \d seconds?$/);
  return { user, lists };
}

afterEach(() => forget(HELD.id));

it("says what was done and what was not once the time to undo is over, and reads the list again", async () => {
  const { user, lists } = await opened();
  const before = lists.length;
  now(DONE);
  await screen.findByText("2 quotes being emailed, 1 not sent");
  await waitFor(() => expect(lists.length).toBeGreaterThan(before));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Why one was not" }));
  within(screen.getByRole("main")).getByText(/This quote was sent already/);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(/being emailed/)).toBeNull();
});

it("takes all of it back while it is held", async () => {
  const { user } = await opened();
  const undone: Batch = { ...HELD, state: "undone" };
  const stopped = answers("POST /api/quotes/batches/{id}/stop", undone);
  now(undone);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Taken back. Nothing was done");
  expect(stopped.map(({ params }) => params.id)).toEqual([HELD.id]);
});
