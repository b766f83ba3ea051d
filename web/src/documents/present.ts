import type { Business } from "../api/generated/Business";
import type { BusinessProfile } from "../api/generated/BusinessProfile";
import type { Parties } from "../api/generated/Parties";
import type { Presentation } from "../api/generated/Presentation";
import type { User } from "../api/generated/User";
import type { Rules } from "../rules/rules";
import type { DocumentCustomer } from "./types";

const EMPTY_BUSINESS: Business = {
  businessName: "",
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  address: "",
};

/** The two parties of a document, as core's `assemble` takes them. */
export interface PresentationParties {
  contact: DocumentCustomer | null;
  profile: BusinessProfile | null;
  /** The account's owner, who issues a document without a business profile. */
  owner?: Pick<User, "name" | "email"> | null;
}

/**
 * The presentation of the business's own document on the day `today`; null while a field is beyond the limits
 * of the rules.
 */
export function presentOwnDocument(
  rules: Rules,
  document: object,
  sides: PresentationParties,
  today: string,
): Presentation | null {
  const { contact, profile, owner } = sides;
  const business = owner && { ...EMPTY_BUSINESS, firstName: owner.name, email: owner.email };
  const parties = { contact, businessProfile: profile, ...(business && { business }) } as Partial<Parties>;
  try {
    return rules.presentDraft(document, parties, today);
  } catch {
    return null;
  }
}
