import type { Batch } from "../../api/generated/Batch";
import type { BatchAction } from "../../api/generated/BatchAction";
import type { KindInfo } from "../kind";

/** `1,200 quotes` */
export function formatCount(kindInfo: Pick<KindInfo, "name" | "plural">, count: number): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? kindInfo.name : kindInfo.plural}`;
}

/** An email was sent once the mail server said so: of each its document says how far it is. */
const DONE_TEXTS: Record<BatchAction, (what: string) => string> = {
  send: (what) => `${what} being emailed`,
  remind: (what) => `Reminders for ${what} being emailed`,
  "delete-drafts": (what) => `${what} deleted`,
};

const NOT_DONE_TEXTS: Record<BatchAction, string> = {
  send: "not sent",
  remind: "without a reminder",
  "delete-drafts": "not deleted",
};

/** What an action is about to do, is doing, or has done. */
export function describeBatch(kindInfo: KindInfo, batch: Batch, seconds: number): string {
  const { action, waiting, done, refused } = batch;
  const all = formatCount(kindInfo, waiting + done);
  const startText = seconds === 1 ? "in 1 second" : `in ${seconds} seconds`;
  switch (batch.state) {
    case "held":
      if (waiting === 0) return `Nothing to do: ${formatCount(kindInfo, refused)} ${NOT_DONE_TEXTS[action]}`;
      if (action === "remind") return `Reminders for ${all} go out ${startText}`;
      return action === "send"
        ? `${all} will be emailed ${startText}`
        : `${all} will be deleted ${startText}`;
    case "running":
      return `${{ send: "Sending", remind: "Reminding", "delete-drafts": "Deleting" }[action]} ${done.toLocaleString("en-GB")} of ${all}`;
    case "stopped":
      return `Stopped. ${DONE_TEXTS[action](formatCount(kindInfo, done))}, ${waiting.toLocaleString("en-GB")} not yet`;
    case "undone":
      return "Cancelled. Nothing was changed";
    case "done":
      if (done === 0 && refused > 0)
        return `Nothing changed: ${formatCount(kindInfo, refused)} ${NOT_DONE_TEXTS[action]}`;
      return refused > 0
        ? `${DONE_TEXTS[action](formatCount(kindInfo, done))}, ${refused.toLocaleString("en-GB")} ${NOT_DONE_TEXTS[action]}`
        : DONE_TEXTS[action](formatCount(kindInfo, done));
  }
}

/** The button that shows why documents were refused. */
export function describeRefusals({ action, refused }: Pick<Batch, "action" | "refused">): string {
  const participle = action === "delete-drafts" ? "deleted" : "sent";
  return `See why ${refused.toLocaleString("en-GB")} ${refused === 1 ? "wasn’t" : "weren’t"} ${participle}`;
}
