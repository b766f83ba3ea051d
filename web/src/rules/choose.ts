import { KINDS } from "../api/generated/kinds";
import type { Presentation } from "../api/generated/Presentation";
import type { PublicDocument } from "../api/generated/PublicDocument";
import { isRefusal, type Rules } from "./rules";

/**
 * A quote behind its link with the optional lines `taken` (by id) and the others left out, as it would be shown on
 * the day `today`; null where the rules refuse it, such as a sum below nothing. Nothing is worked out here: flattened,
 * a public answer is a document's own JSON, so the rules calculate it like a draft (core/tests/choose.rs).
 */
export function choose(
  rules: Rules,
  answer: PublicDocument,
  taken: readonly string[],
  today: string,
): Presentation | null {
  const kind = Object.values(KINDS).find(({ word }) => answer[word])?.kind;
  const { quote, invoice, items, payments, contact, business, businessProfile } = answer;
  const document = {
    ...quote,
    ...invoice,
    kind,
    payments,
    items: items.map((item) => (item.optional ? { ...item, selected: taken.includes(item.id) } : item)),
  };
  const parties = { contact, business, businessProfile };
  try {
    return rules.presentDraft(document, parties, today);
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}
