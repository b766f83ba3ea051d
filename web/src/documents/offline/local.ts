import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentRecord } from "../../api/generated/DocumentRecord";
import type { Quote } from "../../api/generated/Quote";
import type { QuoteInput } from "../../api/generated/QuoteInput";
import type { VariationOf } from "../../api/generated/VariationOf";
import { newId } from "../../api/ids";
import type { Contact } from "../../entities/contacts/contact";
import type { Profile } from "../../entities/profiles/profile";
import type { KeptEdit, Varies } from "../../offline/unsent";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { toWire } from "../editor/draft/draft";
import { Merging } from "../editor/saving/merging";
import type { StoredDocument } from "../types";

/** The version of a document that the server does not have: what is only on this device. */
export const ONLY_HERE = 0;

/** Who a document is from and for, as this device knows them. */
export interface Known {
  contacts: readonly Contact[];
  profiles: readonly Profile[];
}

/** A draft with the edits that this device keeps of it; from nothing, what they make. null where that cannot be read. */
export function withEdits(
  rules: Rules,
  kind: DocumentKind,
  id: string,
  stored: StoredDocument | null,
  edits: readonly KeptEdit[],
  { contacts, profiles }: Known,
  at: number,
): StoredDocument | null {
  if (edits.length === 0) return stored;
  try {
    const merging = new Merging(rules, kind, newId);
    const isWhole = edits[0]?.baseVersion === ONLY_HERE;
    // Deleted elsewhere, it is no document any more: what was typed upon it waits in the list of what waits.
    if (!stored && !isWhole) return null;
    const start = stored && !isWhole ? merging.standing(stored).draft : null;
    const after = merging.after(
      start,
      edits.flatMap(({ operations }) => operations),
    );
    const varies = isWhole ? edits[0]?.varies : after.varies;
    const wire = toWire(kind, varies ? { ...after, varies } : after);
    const before = stored ?? fresh(rules, kind, id, at);
    const typed = stored && start ? changed(stored, toWire(kind, start), wire) : wire;
    const payments = before.payments;
    const totals = rules.calculate({
      ...wire,
      payments,
      invoiced: stored?.invoiced ?? [],
      variations: stored?.variations ?? [],
    });
    return {
      ...before,
      ...typed,
      contact: contacts.find((one) => one.id === wire.contactId) ?? null,
      businessProfile: profiles.find((one) => one.id === wire.businessProfileId) ?? before.businessProfile,
      totals,
      ...(isWhole && varies && { variationOf: withThis(rules, varies, totals.totalAmount) }),
      updatedAt: at,
    } as StoredDocument;
  } catch {
    // Beyond the rules' limits: its editor says what is wrong.
    return stored;
  }
}

/** What a variation varies, with what would be agreed with it. */
const withThis = (rules: Rules, varies: Varies, total: string): VariationOf => ({
  ...varies,
  withThis: rules.sumPounds([varies.agreed, total]),
});

/**
 * What edits change of what stands. A field that they leave alone stays as the server has it, which may write the same
 * in another way: what a customer signs here is compared with that, letter by letter.
 */
function changed<Wire extends { items: readonly object[] }>(
  stored: StoredDocument,
  before: Wire,
  after: Wire,
): Partial<Wire> {
  const lineBefore = byId(before.items);
  const lineStored = byId(stored.items);
  const items = after.items.map((line) => {
    const { id } = line as { id: string };
    const [was, stands] = [lineBefore.get(id), lineStored.get(id)];
    return was && stands ? { ...stands, ...differing(was, line) } : line;
  });
  return { ...differing(before, after), items };
}

const byId = (lines: readonly object[]) =>
  new Map(lines.map((line) => [(line as { id: string }).id, line] as const));

function differing<Fields extends object>(before: object, after: Fields): Partial<Fields> {
  const was = before as Record<string, unknown>;
  const fields = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(was[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(fields) as Partial<Fields>;
}

/** What the server adds to what is typed, of a draft that it has not seen. */
type Unseen = Omit<DocumentRecord, keyof QuoteInput | "totals" | "updatedAt"> &
  Pick<Quote, "acceptance" | "stages">;

/** A draft that nobody but this device knows: it does not compile while a field of the server's is missing. */
function fresh(rules: Rules, kind: DocumentKind, id: string, at: number): StoredDocument {
  const nothing: Unseen = {
    id,
    kind,
    version: ONLY_HERE,
    status: "draft",
    displayStatus: rules.invoiceBadge("draft", "", "0", "0", todayInLondon()),
    allowed: {
      edit: true,
      send: true,
      convert: false,
      stage: false,
      void: false,
      delete: false,
      recordPayment: false,
      credit: false,
      agree: false,
      vary: false,
    },
    contact: null,
    businessProfile: {} as DocumentRecord["businessProfile"],
    sentDate: null,
    payments: [],
    removedPayments: [],
    publicToken: null,
    publicUrl: null,
    archived: false,
    createdAt: at,
    acceptance: null,
    stages: 0,
  };
  return nothing as StoredDocument;
}
