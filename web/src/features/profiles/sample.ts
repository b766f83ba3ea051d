import type { Presentation } from "../../api/generated/Presentation";
import { presentOwnDocument } from "../../documents/present";
import type { ProfileInput } from "../../entities/profiles/profile";
import { STANDARD_VAT_RATE } from "../../rules/rates";
import type { Rules } from "../../rules/rules";

/** A day and a job that never happened, to try a template on. */
const SAMPLE_DAY = "2026-03-05";
const SAMPLE_QUOTE = {
  kind: "quote",
  quoteNumber: "Q-0042",
  status: "sent",
  issueDate: SAMPLE_DAY,
  expiryDate: "2026-04-04",
  jobDescription: "New boiler in the airing cupboard, with a filter on the return.",
  notes: "",
  tax: STANDARD_VAT_RATE,
  items: [
    { id: "1", name: "Combi boiler 30 kW", description: "10-year guarantee", quantity: "1", price: "1240" },
    { id: "2", name: "Magnetic filter", description: "22 mm", quantity: "1", price: "94.50" },
    { id: "3", name: "Copper pipe 22 mm", description: "", quantity: "6", price: "7.80" },
  ],
  includeLabour: true,
  labourHours: "8",
  labourRate: "48",
};
const SAMPLE_CUSTOMER = {
  name: "Margaret Holroyd",
  company: "",
  address_line1: "27 Otley Old Road",
  address_line2: "",
  city: "Leeds",
  county: "",
  post_code: "LS16 6HG",
  country: "uk",
  phone: "",
  email: "",
};

/** What a quote of this business would look like in a template; null where the rules refuse it. */
export function presentSample(rules: Rules, profile: ProfileInput, template: string): Presentation | null {
  const namedProfile = { ...profile, name: profile.name.trim() || "Your business", template };
  const sampleProfile = { ...namedProfile, stripe_account_id: null };
  return presentOwnDocument(
    rules,
    SAMPLE_QUOTE,
    { contact: SAMPLE_CUSTOMER, profile: sampleProfile },
    SAMPLE_DAY,
  );
}
