import { expect, it } from "vitest";
import type { Batch } from "../../api/generated/Batch";
import { KINDS } from "../kind";
import { describeBatch, describeRefusals } from "./batches";

const batch = (more: Partial<Batch>): Batch => ({
  id: "b",
  action: "send",
  state: "held",
  startsIn: 0,
  waiting: 0,
  done: 0,
  refused: 0,
  refusals: [],
  mayResume: false,
  ...more,
});

it("describes what will be done, what was done and what failed", () => {
  const says = (more: Partial<Batch>) => describeBatch(KINDS.quote, batch(more), 8);
  expect(says({ waiting: 1_200 })).toBe("1,200 quotes will be emailed in 8 seconds");
  expect(says({ waiting: 1, action: "remind" })).toBe("Reminders for 1 quote go out in 8 seconds");
  expect(says({ refused: 2 })).toBe("Nothing to do: 2 quotes not sent");
  expect(says({ state: "running", waiting: 3, done: 2 })).toBe("Sending 2 of 5 quotes");
  expect(says({ state: "stopped", waiting: 3, done: 2 })).toBe("Stopped. 2 quotes being emailed, 3 not yet");
  expect(says({ state: "done", done: 1, refused: 2, action: "delete-drafts" })).toBe(
    "1 quote deleted, 2 not deleted",
  );
});

it("labels the link to the reasons by what was not done", () => {
  expect(describeRefusals({ action: "send", refused: 1 })).toBe("See why 1 wasn’t sent");
  expect(describeRefusals({ action: "remind", refused: 3 })).toBe("See why 3 weren’t sent");
  expect(describeRefusals({ action: "delete-drafts", refused: 1_200 })).toBe("See why 1,200 weren’t deleted");
});
