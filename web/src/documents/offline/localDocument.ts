import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentRecord } from "../../api/generated/DocumentRecord";
import type { Quote } from "../../api/generated/Quote";
import type { QuoteInput } from "../../api/generated/QuoteInput";
import type { VariationOf } from "../../api/generated/VariationOf";
import { newId } from "../../api/requests";
import type { Contact } from "../../entities/contacts/contact";
import type { Profile } from "../../entities/profiles/profile";
import type { StoredEdit, VariedJob } from "../../offline/unsent-edits";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { toRequestBody } from "../editor/draft/draft";
import { DraftMerger } from "../editor/saving/draftMerger";
import type { StoredDocument } from "../types";

/** The version of a document that exists only on this device. */
export const LOCAL_ONLY_VERSION = 0;

/** The customers and business profiles that this device has cached. */
export interface KnownParties {
  contacts: readonly Contact[];
  profiles: readonly Profile[];
}

/**
 * A draft with the edits on this device applied, or the document that the edits create. null if it can't be
 * read.
 */
export function applyEdits(
  rules: Rules,
  kind: DocumentKind,
  id: string,
  stored: StoredDocument | null,
  edits: readonly StoredEdit[],
  { contacts, profiles }: KnownParties,
  at: number,
): StoredDocument | null {
  if (edits.length === 0) return stored;
  try {
    const merging = new DraftMerger(rules, kind, newId);
    const isLocalOnly = edits[0]?.baseVersion === LOCAL_ONLY_VERSION;
    // It was deleted elsewhere: its edits are displayed with the waiting changes.
    if (!stored && !isLocalOnly) return null;
    const start = stored && !isLocalOnly ? merging.toBaseRevision(stored).draft : null;
    const after = merging.applyOperations(
      start,
      edits.flatMap(({ operations }) => operations),
    );
    const varies = isLocalOnly ? edits[0]?.varies : after.varies;
    const wire = toRequestBody(kind, varies ? { ...after, varies } : after);
    const before = stored ?? createLocalDocument(rules, kind, id, at);
    const typed = stored && start ? collectChangedFields(stored, toRequestBody(kind, start), wire) : wire;
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
      ...(isLocalOnly && varies && { variationOf: addNewTotal(rules, varies, totals.totalAmount) }),
      updatedAt: at,
    } as StoredDocument;
  } catch {
    // Beyond the limits of the rules: the editor displays the error.
    return stored;
  }
}

/** The job that a variation varies, with the new total. */
const addNewTotal = (rules: Rules, varies: VariedJob, total: string): VariationOf => ({
  ...varies,
  withThis: rules.sumPounds([varies.agreed, total]),
});

/**
 * The fields that edits change. Unchanged fields stay exactly as the server wrote them, because a customer's
 * signature here is compared with that text, character by character.
 */
function collectChangedFields<Wire extends { items: readonly object[] }>(
  stored: StoredDocument,
  before: Wire,
  after: Wire,
): Partial<Wire> {
  const lineBefore = indexById(before.items);
  const lineStored = indexById(stored.items);
  const items = after.items.map((line) => {
    const { id } = line as { id: string };
    const [was, storedLine] = [lineBefore.get(id), lineStored.get(id)];
    return was && storedLine ? { ...storedLine, ...pickDifferences(was, line) } : line;
  });
  return { ...pickDifferences(before, after), items };
}

const indexById = (lines: readonly object[]) =>
  new Map(lines.map((line) => [(line as { id: string }).id, line] as const));

function pickDifferences<Fields extends object>(before: object, after: Fields): Partial<Fields> {
  const was = before as Record<string, unknown>;
  const fields = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(was[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(fields) as Partial<Fields>;
}

/** The fields that the server adds to the typed ones, for a draft that it hasn't received. */
type ServerFields = Omit<DocumentRecord, keyof QuoteInput | "totals" | "updatedAt"> &
  Pick<Quote, "acceptance" | "stages">;

/**
 * A draft that exists only on this device. It doesn't compile while one of the server's fields is missing.
 */
function createLocalDocument(rules: Rules, kind: DocumentKind, id: string, at: number): StoredDocument {
  const serverFields: ServerFields = {
    id,
    kind,
    version: LOCAL_ONLY_VERSION,
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
  return serverFields as StoredDocument;
}
