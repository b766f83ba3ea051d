import { address } from "../../api/calls";
import { NetworkError } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PaymentInput } from "../../api/generated/PaymentInput";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import type { RecordedPayment } from "../../api/generated/RecordedPayment";
import type { SignInput } from "../../api/generated/SignInput";
import { overNetwork } from "../../api/reads";
import type { Write } from "../../api/writes";
import { refusal } from "../../offline/waiting/collection";
import { type Deed, register } from "../../offline/waiting/deeds";
import { todayInLondon } from "../../rules/calendar";
import { isRefusal, loadRules, type Rules } from "../../rules/rules";
import { tidyAmount } from "../../ui/amount";
import { penceOf, poundsOf } from "../../ui/pence";
import { sealed } from "../accepting/seal";
import { picked, termsUnder } from "../accepting/unissued";
import { endOf, KINDS, WRITTEN_KINDS } from "../kind";
import { photosOffline } from "../photos/offline";
import { readDocument } from "../queries";
import type { StoredDocument } from "../types";
import { documentHere } from "./shelves";

/** How the id of a payment begins that waits on this device. */
export const WAITING = "waiting-";

/** What is kept of a document beside its edits: it is sent, paid, signed. */
export function documentDeeds(): void {
  for (const { kind, api } of WRITTEN_KINDS) {
    register(sent(kind, `${api}/{id}/send`), paid(kind, `${api}/{id}/payments`));
  }
  register(signed("/api/quotes/{id}/accept"));
  photosOffline();
}

function about(kind: DocumentKind): Pick<Deed, "method" | "thing" | "base" | "ofDocument"> {
  return {
    method: "POST",
    ofDocument: true,
    thing: (write) => ({ sort: kind, id: idOf(write) }),
    // With the changes of a draft that this device keeps: they go out before it.
    base: async (account, write) => {
      const read = await readDocument(kind, idOf(write)).catch(() => undefined);
      return (await documentHere(account, kind, idOf(write)).catch(() => undefined)) ?? read;
    },
  };
}

const idOf = (write: Write) => String(write.params?.id);

/** What a document is called in the list of what waits. */
export function titleOf(kind: DocumentKind, doc: StoredDocument | null | undefined): string {
  const { name, numberField } = KINDS[kind];
  const number = doc?.[numberField];
  const whose = doc?.contact?.name || doc?.contact?.company;
  if (number) return `${name} ${number}`;
  return whose ? `${name} for ${whose}` : `draft ${name}`;
}

/** It gets its number from the server: until then it stays as it is. */
function sent(kind: DocumentKind, path: string): Deed {
  return {
    ...about(kind),
    path,
    sharesEdits: true,
    isOnce: true,
    label: (_write, base) => `Send ${titleOf(kind, base as StoredDocument)}`,
    // What is on its way to be an invoice may be paid: the money goes behind it.
    answer: (_write, base) => {
      const doc = base as StoredDocument | undefined;
      if (!doc || kind !== "invoice" || doc.status !== "draft") return base;
      return { ...doc, allowed: { ...doc.allowed, recordPayment: Number(doc.totals.balanceDue) > 0 } };
    },
  };
}

function paid(kind: DocumentKind, path: string): Deed {
  return {
    ...about(kind),
    path,
    isAlways: true,
    label: (write, base) =>
      `Payment of £${tidyAmount(poundsOf(penceOf(String((write.body as PaymentInput).amount))))}, ${titleOf(kind, base as StoredDocument)}`,
    answer: async (write, base, at) =>
      withPayment(await loadRules(), kind, base as StoredDocument, write.body as PaymentInput, at),
  };
}

/** A document with a payment that its business has received: it counts at once. */
export function withPayment(
  rules: Rules,
  kind: DocumentKind,
  doc: StoredDocument | undefined,
  input: PaymentInput,
  at: number,
): StoredDocument {
  // What is not held here cannot be paid or signed here.
  if (!doc) throw new NetworkError(navigator.onLine === false);
  // Void, or made into an invoice meanwhile.
  if (!doc.allowed.recordPayment)
    throw refusal("amount", `You can no longer record a payment on this ${KINDS[kind].name}.`);
  const { totals } = doc;
  const recorded = received(
    rules,
    [doc.status, endOf(kind, doc) ?? "", totals.paidAmount, totals.balanceDue],
    String(input.amount),
  );
  const payment: PaymentRecord = {
    id: `${WAITING}${at}`,
    amount: recorded.amount,
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
  const isPaid = recorded.balanceDue === "0.00";
  return {
    ...doc,
    payments: [...doc.payments, payment],
    totals: { ...totals, paidAmount: recorded.paidAmount, balanceDue: recorded.balanceDue },
    displayStatus: kind === "invoice" ? recorded.displayStatus : doc.displayStatus,
    allowed: { ...doc.allowed, recordPayment: doc.allowed.recordPayment && !isPaid, edit: false },
  };
}

/** What a document comes to with a payment. Throws what the server would refuse. */
function received(
  rules: Pick<Rules, "recordPayment">,
  of: [status: string, dueDate: string, paid: string, due: string],
  amount: string,
): RecordedPayment {
  try {
    return rules.recordPayment(...of, amount, todayInLondon());
  } catch (thrown) {
    const [error] = isRefusal(thrown) ? thrown.errors : [];
    throw error ? refusal(error.path, error.msg) : thrown;
  }
}

function signed(path: string): Deed {
  return {
    ...about("quote"),
    path,
    isOnce: true,
    isAlways: true,
    label: (write, base) =>
      `${(write.body as SignInput).name} signed ${titleOf("quote", base as StoredDocument)}`,
    keeping: async (write, base, at) => {
      const said = write.body as SignInput;
      if (said.sealed || !base) return write;
      return { ...write, body: await sealed(said, termsUnder(base as StoredDocument), at) };
    },
    isDone: async ({ thing, write }, { code }) => {
      if (code !== "already_accepted") return false;
      // As the server has it: what is read here has this very signature put upon it.
      const params = { id: thing.id };
      const path = "/api/quotes/{id}";
      const { acceptance } = (await overNetwork({ path, url: address(path, { params }) })) as StoredDocument;
      const said = write.body as SignInput;
      return acceptance?.name === said.name && acceptance.version === said.version;
    },
    answer: async (write, base, at) =>
      withSignature(await loadRules(), base as StoredDocument | undefined, write.body as SignInput, at),
  };
}

/** A quote that its customer has signed on this device: it says what they picked of it. */
export function withSignature(
  rules: Rules,
  offered: StoredDocument | undefined,
  { name, signature, termsAccepted, version, selected, chosenChoice }: SignInput,
  at: number,
): StoredDocument {
  // What is not held here cannot be paid or signed here.
  if (!offered) throw new NetworkError(navigator.onLine === false);
  const doc = picked(offered, { selected: selected ?? undefined, chosen: chosenChoice });
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
      acceptedAt: "on this phone",
      total: rules.gbp(totals.totalAmount),
      options: doc.items.filter(({ id, optional }) => optional && counted.has(id)).map((line) => line.name),
      ...(choice && { choice: choice.name }),
      witness: null,
    },
  };
}
