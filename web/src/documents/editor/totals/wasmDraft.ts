import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { FieldError } from "../../../api/generated/FieldError";
import type { Invoiced } from "../../../api/generated/Invoiced";
import type { Line } from "../../../api/generated/Line";
import type { Operation } from "../../../api/generated/Operation";
import type { PaymentRecord } from "../../../api/generated/PaymentRecord";
import type { Variation } from "../../../api/generated/Variation";
import type { Rules } from "../../../rules/rules";
import type { TotalsInPence } from "../../sendChecks";
import type { StoredDocument } from "../../types";
import {
  type DocumentDraft,
  getNonBlankLines,
  type LineDraft,
  toRequestHeader,
  toRequestLine,
} from "../draft/draft";
import { toNumberText } from "../draft/numberText";
import { FIELDS_WITHOUT_TOTALS, isSameExceptLines } from "../draft/stableValue";

/**
 * The one field in which two drafts differ: `tax`, or `lineId.price` for a line's; null where they differ in none, or in
 * more. A cost brings the price that its mark-up makes along.
 */
export function findOnlyChangedField(before: DocumentDraft, after: DocumentDraft): string | null {
  const fields = listChangedFields(before, after);
  const [field, another] = fields;
  if (field === undefined || another !== undefined) return null;
  return field === "items" ? findOnlyChangedLineField(before.items, after.items) : field;
}

function findOnlyChangedLineField(before: readonly LineDraft[], after: readonly LineDraft[]): string | null {
  if (before.length !== after.length) return null;
  const changed = after.flatMap((line, at) => (line === before[at] ? [] : [at]));
  const [at, another] = changed;
  if (at === undefined || another !== undefined) return null;
  const [was, is] = [before[at], after[at]];
  if (!was || !is || was.id !== is.id) return null;
  const fields = listChangedFields(was, is);
  const isCost = fields.length === 2 && fields.includes("cost") && fields.includes("price");
  if (isCost) return `${is.id}.cost`;
  return fields.length === 1 ? `${is.id}.${fields[0]}` : null;
}

function listChangedFields<T extends object>(before: T, after: T): (keyof T & string)[] {
  return (Object.keys(after) as (keyof T & string)[]).filter((field) => before[field] !== after[field]);
}

/** What a draft's figures begin with, in the order of core's `edit::draft::HEAD`; a test holds them together. */
export const TOTALS_FIELDS = [
  "calculated",
  "lines",
  "groups",
  "labourTotal",
  "subtotalAmount",
  "discountAmount",
  "invoicedAmount",
  "vatAmount",
  "reverseChargeVat",
  "totalAmount",
  "depositAmount",
  "balanceAfterDeposit",
  "cisBase",
  "cisDeduction",
  "amountPayable",
  "paidAmount",
  "pendingAmount",
  "balanceDue",
] as const;

export type TotalsField = (typeof TOTALS_FIELDS)[number];

const TOTALS_INDEX = Object.fromEntries(TOTALS_FIELDS.map((name, at) => [name, at])) as Record<
  TotalsField,
  number
>;
/** Of each line: goods, labour, total, counted. */
const LINE_WIDTH = 4;
const LINE_TOTAL = 2;

/** A draft's figures at one keystroke, in whole pence, copied from where the rules keep them. */
export class DraftTotals {
  private constructor(
    private readonly numbers: Float64Array,
    /** What the sections come to, in their order. */
    readonly sections: ArrayLike<number>,
  ) {}

  /** null while the draft cannot be calculated. */
  static read(rules: Pick<Rules, "figuresMemory">, draft: InstanceType<Rules["Draft"]>): DraftTotals | null {
    const numbers = new Float64Array(rules.figuresMemory().buffer, draft.resultsAt, draft.resultsLength);
    if (numbers[TOTALS_INDEX.calculated] !== 1) return null;
    // Copied before anything else is asked for: the memory may move.
    const copy = numbers.slice();
    return new DraftTotals(copy, draft.sectionTotals());
  }

  /** One of the document's figures. */
  get(name: TotalsField): number {
    return this.numbers[TOTALS_INDEX[name]] ?? 0;
  }

  /** The total and the lines' own, for whoever needs no more. */
  get sums(): TotalsInPence {
    return {
      total: this.get("totalAmount"),
      vat: this.get("vatAmount"),
      line: (index) => this.lineTotal(index),
    };
  }

  /** What the line at a place comes to, its labour included. */
  lineTotal(index: number): number {
    return this.numbers[TOTALS_FIELDS.length + index * LINE_WIDTH + LINE_TOTAL] ?? 0;
  }
}

/** What the rules make of a draft. */
export interface DraftResult {
  /** null while a field is beyond its limits. */
  totals: DraftTotals | null;
  /** The same list while nothing else is wrong. */
  fieldErrors: FieldError[];
  /**
   * This draft where it can be calculated, and what it comes to; else the last that could be before its last field was
   * typed in: of `9.975`, which is refused, `9.97` is no rate that anybody meant.
   */
  lastValid: CalculatedDraft | null;
}

/** A draft and what it comes to. */
export interface CalculatedDraft {
  draft: DocumentDraft;
  totals: DraftTotals;
}

type RequestHeader = Record<string, unknown>;

/** A draft as the rules hold it. */
interface WasmDraftState {
  draft: InstanceType<Rules["Draft"]>;
  /** What the header was made of. */
  source: { kind: DocumentKind; draft: DocumentDraft };
  header: RequestHeader;
  lines: readonly LineDraft[];
  payments: readonly PaymentRecord[];
  job: FinalInvoiceJob;
  fieldErrors: FieldError[];
}

/** One list for every document without any. */
export const NO_PAYMENTS: readonly PaymentRecord[] = [];

/** What a job's final invoice says of the job, which no operation sets. */
interface FinalInvoiceJob {
  /** The earlier invoices, which it takes off. */
  invoiced: readonly Invoiced[];
  /** The variations among its lines. */
  variations: readonly Variation[];
}

/** Of every document that is no job's final invoice. */
const NO_JOB: FinalInvoiceJob = { invoiced: [], variations: [] };

/** The same object as long as what the stored document says of its job is the same. */
export function getFinalInvoiceJob(stored: StoredDocument | null): FinalInvoiceJob {
  const key = stored?.variations ?? stored?.invoiced;
  if (!key) return NO_JOB;
  const knownJob = KNOWN_JOBS.get(key);
  const invoiced = stored?.invoiced ?? NO_JOB.invoiced;
  if (knownJob?.invoiced === invoiced) return knownJob;
  const job = { invoiced, variations: stored?.variations ?? NO_JOB.variations };
  KNOWN_JOBS.set(key, job);
  return job;
}

const KNOWN_JOBS = new WeakMap<object, FinalInvoiceJob>();

/**
 * The draft under the pen, held where the rules are: a keystroke crosses as the one field that changed, and the
 * figures are read where they lie. Lines are told apart by identity, which the reducer keeps for those that it
 * does not touch.
 */
export class WasmDraft {
  private state: WasmDraftState | null = null;
  private lastValid: CalculatedDraft | null = null;
  /** The field that is being typed in, the draft that it made last, and what stood before it. */
  private typing: { field: string | null; at: DocumentDraft | null; before: CalculatedDraft | null } = {
    field: null,
    at: null,
    before: null,
  };
  private readonly lineNumberFields: readonly (keyof LineDraft)[];

  constructor(private readonly rules: Rules) {
    this.lineNumberFields = rules.lineNumbers() as (keyof LineDraft)[];
  }

  /** Brings what is held to this draft, and answers for it. The same draft again sends nothing. */
  calculate(
    kind: DocumentKind,
    draft: DocumentDraft,
    payments: readonly PaymentRecord[],
    job: FinalInvoiceJob = NO_JOB,
  ): DraftResult {
    const header = this.getHeader(kind, draft);
    const lines = getNonBlankLines(draft);
    this.trackTypedField(draft);
    try {
      const state = this.syncState({ kind, draft }, header, lines, payments, job);
      const totals = DraftTotals.read(this.rules, state.draft);
      this.lastValid = totals ? { draft, totals } : this.typing.before;
      return { totals, fieldErrors: state.fieldErrors, lastValid: this.lastValid };
    } catch {
      // A field that cannot even be read (a draft kept by an older version, say): the whole names it.
      this.free();
      this.lastValid = this.typing.before;
      const wholeBody = { ...header, payments, ...job, items: lines.map(toRequestLine) };
      try {
        return { totals: null, fieldErrors: this.rules.validate(wholeBody), lastValid: this.lastValid };
      } catch (refusal) {
        return { totals: null, fieldErrors: getRefusalErrors(refusal), lastValid: this.lastValid };
      }
    }
  }

  /** Notes which field is typed in. */
  private trackTypedField(draft: DocumentDraft): void {
    const { field, at, before } = this.typing;
    if (at === draft) return;
    const changed = at && findOnlyChangedField(at, draft);
    const isSame = changed !== null && changed === field;
    this.typing = { field: changed, at: draft, before: isSame ? before : this.lastValid };
  }

  /** Gives the memory back; the next answer starts anew. */
  free(): void {
    this.state?.draft.free();
    this.state = null;
  }

  /** The header of a draft: the one that is held, where nothing of it has changed. */
  private getHeader(kind: DocumentKind, draft: DocumentDraft): RequestHeader {
    const { state } = this;
    const isUnchanged =
      state !== null && state.source.kind === kind && isSameExceptLines(state.source.draft, draft);
    return isUnchanged ? state.header : getCalculatedFields(kind, draft);
  }

  private syncState(
    source: WasmDraftState["source"],
    header: RequestHeader,
    lines: readonly LineDraft[],
    payments: readonly PaymentRecord[],
    job: FinalInvoiceJob,
  ): WasmDraftState {
    // No operation sets what a job's final invoice says of it: where that is another, the draft is another.
    if (this.state && this.state.job !== job) this.free();
    let changed = false;
    const noteFlags = (flags: number) => {
      changed ||= (flags & 2) !== 0;
    };
    let state = this.state;
    if (state === null) {
      const draft = new this.rules.Draft({ ...header, ...job, items: lines.map(toRequestLine) });
      state = { draft, source, header, lines, payments: NO_PAYMENTS, job, fieldErrors: [] };
      this.state = state;
      changed = true;
    }
    const { draft } = state;
    const applyOperation = (operation: Operation) => noteFlags(draft.take(operation));
    if (state.payments !== payments) noteFlags(draft.setPayments(payments));
    if (state.header !== header) {
      for (const [field, value] of Object.entries(header)) {
        if (!isSameOperationValue(state.header[field], value)) applyOperation({ op: "set", field, value });
      }
    }
    this.sendLines(state.lines, lines, applyOperation, (at, field, text) =>
      noteFlags(draft.setLineNumber(at, field, text)),
    );
    Object.assign(state, { source, header, lines, payments });
    if (changed) state.fieldErrors = draft.errors();
    return state;
  }

  /** Sends what lies between the lines that both begin with and those that both end with. */
  private sendLines(
    before: readonly LineDraft[],
    after: readonly LineDraft[],
    applyOperation: (operation: Operation) => void,
    setNumber: (at: number, field: number, text: string) => void,
  ): void {
    if (before === after) return;
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
    const was = before.slice(start, before.length - end);
    const is = after.slice(start, after.length - end);

    const remainingIds = new Set(is.map(({ id }) => id));
    const remaining = was.filter(({ id }) => {
      if (!remainingIds.has(id)) applyOperation({ op: "removeLine", line: id });
      return remainingIds.has(id);
    });
    is.forEach((line, at) => {
      const follows = after[start + at - 1]?.id ?? null;
      const knownAt = remaining.findIndex(({ id }) => id === line.id);
      if (knownAt < 0) {
        applyOperation({ op: "insertLine", after: follows, line: toRequestLine(line) });
        remaining.splice(at, 0, line);
        return;
      }
      const [old] = remaining.splice(knownAt, 1) as [LineDraft];
      remaining.splice(at, 0, line);
      if (knownAt !== at) applyOperation({ op: "moveLine", line: line.id, after: follows });
      if (old === line) return;
      const typed = this.findTypedNumber(old, line);
      if (typed) setNumber(start + at, typed.number, toNumberText(typed.text));
      else this.sendFields(start + at, toRequestLine(old), toRequestLine(line), applyOperation, setNumber);
    });
  }

  /** The one number that was typed into a line; none where it was something else, or more. */
  private findTypedNumber(before: LineDraft, after: LineDraft): { number: number; text: string } | null {
    let typed: { number: number; text: string } | null = null;
    for (const field in after) {
      const value = after[field as keyof LineDraft];
      if (before[field as keyof LineDraft] === value) continue;
      const number = this.lineNumberFields.indexOf(field as keyof LineDraft);
      if (typed || number < 0 || typeof value !== "string") return null;
      typed = { number, text: value };
    }
    return typed;
  }

  private sendFields(
    at: number,
    before: Line,
    after: Line,
    applyOperation: (operation: Operation) => void,
    setNumber: (at: number, field: number, text: string) => void,
  ): void {
    for (const field of Object.keys(after) as (keyof Line)[]) {
      const value = after[field];
      if (isSameOperationValue(before[field], value)) continue;
      const number = this.lineNumberFields.indexOf(field as keyof LineDraft);
      if (number >= 0 && typeof value === "string") setNumber(at, number, value);
      else applyOperation({ op: "setLine", line: after.id, field, value });
    }
  }
}

/** The header of the draft, less what stands around the document. */
function getCalculatedFields(kind: DocumentKind, draft: DocumentDraft): RequestHeader {
  return Object.fromEntries(
    Object.entries(toRequestHeader(kind, draft)).filter(([field]) => !FIELDS_WITHOUT_TOTALS.has(field)),
  );
}

/** Whether both cross as the same; objects are small (a line's VAT). */
function isSameOperationValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** The field errors of a refusal. */
function getRefusalErrors(refusal: unknown): FieldError[] {
  if (typeof refusal === "object" && refusal !== null && "errors" in refusal) {
    return refusal.errors as FieldError[];
  }
  throw refusal;
}
