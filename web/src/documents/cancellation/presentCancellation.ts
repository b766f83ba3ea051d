import type { QueryClient } from "@tanstack/react-query";
import type { BlockPart } from "../../api/generated/BlockPart";
import type { Cancellation } from "../../api/generated/Cancellation";
import type { PartyBlock } from "../../api/generated/PartyBlock";
import type { Presentation } from "../../api/generated/Presentation";
import { contactsQuery } from "../../entities/contacts/queries";
import { profilesQuery } from "../../entities/profiles/queries";
import { loadAdvice } from "../../rules/advice";
import type { Rules } from "../../rules/rules";
import type { StoredDocument } from "../types";
import { buildAgreedJob, listPrices, listTreatments } from "./agreedJob";

/**
 * What the customer of a quote that was never issued is shown about cancelling, as it would be issued: a
 * person who signs on an offline device must have read it first. Unknown answers are left to core.
 */
export async function presentCancellation(
  rules: Rules,
  client: QueryClient,
  doc: StoredDocument,
  presentation: Presentation,
): Promise<Cancellation | null> {
  const [advice, contacts, profiles] = await Promise.all([
    loadAdvice(),
    client.ensureQueryData(contactsQuery).catch(() => []),
    client.ensureQueryData(profilesQuery).catch(() => []),
  ]);
  const contact = contacts.find(({ id }) => id === doc.contactId);
  const profile = profiles.find(({ id }) => id === doc.businessProfileId);
  const knownContact = contact ?? {
    customer_type: "" as const,
    company: doc.contact?.company ?? "",
    vat_number: "",
    vat_registered: "" as const,
    cis_contractor: false,
  };
  const agreed = doc.variationOf?.agreed ?? null;
  const wire = agreed === null ? doc : { ...doc, variation: true };
  const total = rules.maxPayable(wire, agreed ?? "0") ?? doc.totals.totalAmount;
  const forTheTrade = advice.isTradeOnly(doc.cisRate ?? "", listTreatments(doc));
  const prices = listPrices(doc.items);
  const job = buildAgreedJob(doc.agreement, knownContact, profile, { total, forTheTrade, prices });
  const says = {
    workTime: doc.agreement?.workTime ?? profile?.workTime ?? "",
    complaints: profile?.complaints ?? "",
    returns: profile?.returns ?? "",
  };
  const sides = { business: toParty(presentation.from), customer: toParty(presentation.to), says };
  return advice.describeCancellation(job, sides, presentation.heading, agreed !== null);
}

/** A party as the document names it. */
function toParty({ lines }: PartyBlock) {
  const findTexts = (...parts: BlockPart[]) =>
    lines.filter(({ part }) => parts.includes(part)).map(({ text }) => text);
  return {
    name: findTexts("name", "company")[0] ?? "",
    address: findTexts("address").join(", "),
    phone: findTexts("phone").join(", "),
    email: findTexts("email").join(", "),
  };
}
