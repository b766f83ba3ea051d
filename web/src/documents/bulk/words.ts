import type { Batch } from "../../api/generated/Batch";
import type { BatchAction } from "../../api/generated/BatchAction";
import type { KindWords } from "../kind";

/** `1,200 quotes` */
export function countOf(words: Pick<KindWords, "name" | "plural">, count: number): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? words.name : words.plural}`;
}

/** An email was sent once the mail server said so: of each its document says how far it is. */
const DONE: Record<BatchAction, (what: string) => string> = {
  send: (what) => `${what} being emailed`,
  remind: (what) => `Reminders for ${what} being emailed`,
  "delete-drafts": (what) => `${what} deleted`,
};

const NOT_DONE: Record<BatchAction, string> = {
  send: "not sent",
  remind: "without a reminder",
  "delete-drafts": "not deleted",
};

/** What an action is about to do, is doing, or has done. */
export function saying(words: KindWords, batch: Batch, seconds: number): string {
  const { action, waiting, done, refused } = batch;
  const all = countOf(words, waiting + done);
  const soon = seconds === 1 ? "in 1 second" : `in ${seconds} seconds`;
  switch (batch.state) {
    case "held":
      if (waiting === 0) return `Nothing to do: ${countOf(words, refused)} ${NOT_DONE[action]}`;
      if (action === "remind") return `Reminders for ${all} go out ${soon}`;
      return action === "send" ? `${all} will be emailed ${soon}` : `${all} will be deleted ${soon}`;
    case "running":
      return `${{ send: "Sending", remind: "Reminding", "delete-drafts": "Deleting" }[action]} ${done.toLocaleString("en-GB")} of ${all}`;
    case "stopped":
      return `Stopped. ${DONE[action](countOf(words, done))}, ${waiting.toLocaleString("en-GB")} not yet`;
    case "undone":
      return "Cancelled. Nothing was changed";
    case "done":
      if (done === 0 && refused > 0) return `Nothing changed: ${countOf(words, refused)} ${NOT_DONE[action]}`;
      return refused > 0
        ? `${DONE[action](countOf(words, done))}, ${refused.toLocaleString("en-GB")} ${NOT_DONE[action]}`
        : DONE[action](countOf(words, done));
  }
}

/** The button that shows why documents were refused. */
export function whyNot({ action, refused }: Pick<Batch, "action" | "refused">): string {
  const deed = action === "delete-drafts" ? "deleted" : "sent";
  return `See why ${refused.toLocaleString("en-GB")} ${refused === 1 ? "wasn’t" : "weren’t"} ${deed}`;
}
