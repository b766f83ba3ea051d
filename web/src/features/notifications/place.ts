import type { Notification } from "../../api/generated/Notification";
import { ALL_KINDS } from "../../documents/kind";

/** Where a notification leads: the document that it is about; null for what this app does not know. */
export function placeOf({ subjectKind, subjectId }: Notification): string | null {
  const words = ALL_KINDS.find(({ kind }) => kind === subjectKind);
  return words ? `${words.path}/${subjectId}` : null;
}

const words = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/London",
});

/** '21 Nov, 10:42' in London, as everywhere in the business's lists. */
export const moment = (at: number): string => words.format(at);
