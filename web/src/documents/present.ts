import type { BusinessProfile } from "../api/generated/BusinessProfile";
import type { Parties } from "../api/generated/Parties";
import type { Presentation } from "../api/generated/Presentation";
import type { Rules } from "../rules/rules";
import type { Customer } from "./types";

/** The two sides of a document, as core's `assemble` takes them. */
export interface Sides {
  contact: Customer | null;
  profile: BusinessProfile | null;
}

/**
 * A document of the business's own as its customer would see it on the day `today`; null while a
 * field is beyond the rules' limits.
 */
export function presentOwn(rules: Rules, document: object, sides: Sides, today: string): Presentation | null {
  const parties = { contact: sides.contact, businessProfile: sides.profile } as Partial<Parties>;
  try {
    return rules.presentDraft(document, parties, today);
  } catch {
    return null;
  }
}
