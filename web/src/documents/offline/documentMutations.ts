import { NetworkError } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PaymentInput } from "../../api/generated/PaymentInput";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import type { RecordedPayment } from "../../api/generated/RecordedPayment";
import type { SavedPhoto } from "../../api/generated/SavedPhoto";
import type { SignInput } from "../../api/generated/SignInput";
import { buildUrl, newId, readOverNetwork, type WriteRequest } from "../../api/requests";
import { createRefusal } from "../../offline/waiting/collection";
import { type OfflineMutation, registerOfflineMutations } from "../../offline/waiting/offline-mutations";
import { sender } from "../../offline/waiting/sender";
import { WAITING_FORMAT } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { todayInLondon } from "../../rules/calendar";
import { isRefusal, loadRules, type Rules } from "../../rules/rules";
import { formatPence, formatTypedAmount, parsePence } from "../../ui/amounts";
import { deviceName } from "../../ui/device";
import { sealSignature } from "../accepting/seal";
import { applyPicks, getTerms } from "../accepting/unissued";
import { getEndDate, KINDS, WRITTEN_KINDS } from "../kind";
import { readDocument } from "../queries";
import type { StoredDocument } from "../types";
import { readLocalDocument } from "./cachedDocuments";

const PHOTOS_PATH = "/api/quotes/photos";

/**
 * Photos are always logged on this device first; the quote that refers to a photo is sent after it, so that
 * neither reaches the server without the other.
 */
export function registerPhotoMutation(): void {
  registerOfflineMutations({
    method: "POST",
    path: PHOTOS_PATH,
    isLoggedFirst: true,
    thing: (write) => ({ sort: "photo", id: getPhotoId(write.body) }),
    label: () => "Photo for a quote",
    respond: ({ body }): SavedPhoto => ({ id: getPhotoId(body), width: 0, height: 0 }),
  });
}

const getPhotoId = (body: unknown) => (body instanceof FormData ? String(body.get("id")) : "");

/** The prefix of the id of a payment that is waiting on this device. */
export const WAITING_PAYMENT_PREFIX = "waiting-";

/** Registers the changes to a document other than edits: sending, payments and signatures. */
export function registerDocumentMutations(): void {
  for (const { kind, api } of WRITTEN_KINDS) {
    registerOfflineMutations(
      createSendMutation(kind, `${api}/{id}/send`),
      createPaymentMutation(kind, `${api}/{id}/payments`),
    );
  }
  registerOfflineMutations(createSignMutation("/api/quotes/{id}/accept"));
  registerPhotoMutation();
}

function createBase(
  kind: DocumentKind,
): Pick<OfflineMutation, "method" | "thing" | "base" | "isDocumentMutation"> {
  return {
    method: "POST",
    isDocumentMutation: true,
    thing: (write) => ({ sort: kind, id: getDocumentId(write) }),
    // Includes the draft's edits on this device, which are sent first.
    base: async (account, write) => {
      const serverDoc = await readDocument(kind, getDocumentId(write)).catch(() => undefined);
      return (
        (await readLocalDocument(account, kind, getDocumentId(write)).catch(() => undefined)) ?? serverDoc
      );
    },
  };
}

const getDocumentId = (write: WriteRequest) => String(write.params?.id);

/** A document's title in the list of waiting changes. */
export function formatDocumentTitle(kind: DocumentKind, doc: StoredDocument | null | undefined): string {
  const { name, numberField } = KINDS[kind];
  const number = doc?.[numberField];
  const customerName = doc?.contact?.name || doc?.contact?.company;
  if (number) return `${name} ${number}`;
  return customerName ? `${name} for ${customerName}` : `draft ${name}`;
}

/** The server assigns the number, so until then the document isn't changed here. */
function createSendMutation(kind: DocumentKind, path: string): OfflineMutation {
  return {
    ...createBase(kind),
    path,
    sharesEdits: true,
    isOnce: true,
    label: (_write, base) => `Send ${formatDocumentTitle(kind, base as StoredDocument)}`,
    // A quote that is being converted may be paid: the payment is sent afterwards.
    respond: (_write, base) => {
      const doc = base as StoredDocument | undefined;
      if (!doc || kind !== "invoice" || doc.status !== "draft") return base;
      return { ...doc, allowed: { ...doc.allowed, recordPayment: Number(doc.totals.balanceDue) > 0 } };
    },
  };
}

function createPaymentMutation(kind: DocumentKind, path: string): OfflineMutation {
  return {
    ...createBase(kind),
    path,
    isAllowedWhenLapsed: true,
    label: (write, base) =>
      `Payment of £${formatTypedAmount(formatPence(parsePence(String((write.body as PaymentInput).amount))))}, ${formatDocumentTitle(kind, base as StoredDocument)}`,
    respond: async (write, base, at) =>
      applyPayment(await loadRules(), kind, base as StoredDocument, write.body as PaymentInput, at),
  };
}

/** A document with a payment that the business has received, which counts immediately. */
export function applyPayment(
  rules: Rules,
  kind: DocumentKind,
  doc: StoredDocument | undefined,
  input: PaymentInput,
  at: number,
): StoredDocument {
  // A document that isn't cached can't be paid or signed offline.
  if (!doc) throw new NetworkError(navigator.onLine === false);
  // It has been voided or converted meanwhile.
  if (!doc.allowed.recordPayment)
    throw createRefusal("amount", `You can no longer record a payment on this ${KINDS[kind].name}.`);
  const { totals } = doc;
  const recordedPayment = recordPaymentOrThrow(
    rules,
    [doc.status, getEndDate(kind, doc) ?? "", totals.paidAmount, totals.balanceDue],
    String(input.amount),
  );
  const payment: PaymentRecord = {
    id: `${WAITING_PAYMENT_PREFIX}${at}`,
    amount: recordedPayment.amount,
    date: input.date ?? todayInLondon(),
    method: input.method,
    notes: input.notes ?? "",
    confirmationStatus: "confirmed",
    recordedBy: "business",
    refunded: "0.00",
    dispute: null,
    canDecide: false,
    canRemove: false,
    kept: "It is waiting on this device.",
    refundable: "0.00",
    mayGiveBack: false,
    refund: null,
    byBank: false,
    receiptTo: null,
    receiptFor: null,
    createdAt: at,
  };
  const isPaid = recordedPayment.balanceDue === "0.00";
  return {
    ...doc,
    payments: [...doc.payments, payment],
    totals: { ...totals, paidAmount: recordedPayment.paidAmount, balanceDue: recordedPayment.balanceDue },
    displayStatus: kind === "invoice" ? recordedPayment.displayStatus : doc.displayStatus,
    allowed: { ...doc.allowed, recordPayment: doc.allowed.recordPayment && !isPaid, edit: false },
  };
}

/** The document's totals with a payment. Throws if the server would refuse it. */
function recordPaymentOrThrow(
  rules: Pick<Rules, "recordPayment">,
  balance: [status: string, dueDate: string, paid: string, due: string],
  amount: string,
): RecordedPayment {
  try {
    return rules.recordPayment(...balance, amount, todayInLondon());
  } catch (thrown) {
    const [error] = isRefusal(thrown) ? thrown.errors : [];
    throw error ? createRefusal(error.path, error.msg) : thrown;
  }
}

function createSignMutation(path: string): OfflineMutation {
  return {
    ...createBase("quote"),
    path,
    isOnce: true,
    isAllowedWhenLapsed: true,
    label: (write, base) =>
      `${(write.body as SignInput).name} signed ${formatDocumentTitle("quote", base as StoredDocument)}`,
    prepareForLog: async (write, base, at) => {
      const input = write.body as SignInput;
      if (input.sealed || !base) return write;
      return { ...write, body: await sealSignature(input, getTerms(base as StoredDocument), at) };
    },
    isDone: async ({ thing, write }, { code }) => {
      if (code !== "already_accepted") return false;
      // Read from the server, because the cached document has this signature applied.
      const params = { id: thing.id };
      const path = "/api/quotes/{id}";
      const { acceptance } = (await readOverNetwork({
        path,
        url: buildUrl(path, { params }),
      })) as StoredDocument;
      const input = write.body as SignInput;
      return acceptance?.name === input.name && acceptance.version === input.version;
    },
    respond: async (write, base, at) =>
      applySignature(await loadRules(), base as StoredDocument | undefined, write.body as SignInput, at),
  };
}

/** A quote that its customer has signed on this device, with their picks. */
export function applySignature(
  rules: Rules,
  quote: StoredDocument | undefined,
  { name, signature, termsAccepted, version, selected, chosenChoice }: SignInput,
  at: number,
): StoredDocument {
  // A document that isn't cached can't be paid or signed offline.
  if (!quote) throw new NetworkError(navigator.onLine === false);
  const doc = applyPicks(quote, { selected: selected ?? undefined, chosen: chosenChoice });
  const isPicked = selected !== undefined || chosenChoice !== undefined;
  const totals = isPicked ? rules.calculate(doc) : doc.totals;
  const choice = doc.choices.find(({ id }) => id === (doc.chosenChoice ?? doc.choices[0]?.id));
  const counted = new Set(totals.items.filter((line) => line.counted).map(({ id }) => id));
  return {
    ...doc,
    totals,
    status: "accepted",
    displayStatus: rules.quoteBadge("accepted", "", todayInLondon()),
    acceptedDate: todayInLondon(new Date(at)),
    allowed: { ...doc.allowed, edit: false, send: false, convert: false, stage: false, delete: false },
    acceptance: {
      name,
      signature,
      termsAccepted,
      version,
      versionNumber: 0,
      terms: "",
      address: "",
      userAgent: "",
      acceptedAt: `on this ${deviceName()}`,
      total: rules.gbp(totals.totalAmount),
      options: doc.items.filter(({ id, optional }) => optional && counted.has(id)).map((line) => line.name),
      ...(choice && { choice: choice.name }),
      witness: null,
    },
  };
}

/** Not a path of the API: only the document's edits are sent. */
const SHARE_PATH = "share";

/** Registers sharing the changes to an issued document with its customer. */
export function registerShareMutation(): void {
  const mutation: OfflineMutation = {
    method: "PATCH",
    path: SHARE_PATH,
    isDocumentMutation: true,
    sharesEdits: true,
    isEditsOnly: true,
    thing: (write) => ({ sort: String(write.params?.kind), id: String(write.params?.id) }),
    label: (_write, base) => `Update of ${String(base)}`,
    respond: (_write, base) => base,
  };
  registerOfflineMutations(mutation);
}

/**
 * Queues the changes to an issued document to be shared with its customer as soon as the device is online.
 */
export async function queueShare(account: string, kind: DocumentKind, doc: StoredDocument): Promise<void> {
  const waiting = await waitingLog.all();
  if (
    waiting.some(
      ({ write, thing }) => write.path === SHARE_PATH && thing.sort === kind && thing.id === doc.id,
    )
  )
    return sender.runSoon();
  await waitingLog.add({
    account,
    key: newId(),
    format: WAITING_FORMAT,
    write: { method: "PATCH", path: SHARE_PATH, params: { kind, id: doc.id } },
    thing: { sort: kind, id: doc.id },
    label: `Update of ${formatDocumentTitle(kind, doc)}`,
    at: Date.now(),
    problem: null,
  });
  sender.runSoon();
}
