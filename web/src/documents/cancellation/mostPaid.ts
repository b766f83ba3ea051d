import { isRefusal, type Rules } from "../../rules/rules";
import { type DocumentDraft, toRequestBody } from "../editor/draft/draft";

/** A draft whose customer may come to pay another sum than its total: something of it is theirs to pick, or it varies a job. */
export const hasOpenTotal = ({
  items,
  choices,
  varies,
}: Pick<DocumentDraft, "items" | "choices" | "varies">): boolean =>
  varies !== undefined || choices.length > 0 || items.some(({ optional }) => optional);

/** The most, in pounds, that may be paid under a draft; null of one that the rules do not read as yet. */
export function calculateMaxTotal(rules: Pick<Rules, "mostPaid">, draft: DocumentDraft): string | null {
  try {
    return rules.mostPaid(toRequestBody("quote", draft), draft.varies?.agreed ?? "0") ?? null;
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}
