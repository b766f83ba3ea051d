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
 * The only field in which two drafts differ: `tax`, or `lineId.price` for a line's; null if they don't differ
 * or in several fields. A cost may change together with the price that its mark-up sets.
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

/**
 * The first numbers of a draft's totals, in the order of core's `edit::draft::HEAD`; a test compares them.
 */
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
/** For each line: goods, labour, total, counted. */
const LINE_WIDTH = 4;
const LINE_TOTAL = 2;

/** A draft's totals at one keystroke in whole pence, copied from the memory of the rules. */
export class DraftTotals {
  private constructor(
    private readonly numbers: Float64Array,
    /** The totals of the sections, in order. */
    readonly sections: ArrayLike<number>,
  ) {}

  /** null while the draft can't be calculated. */
  static read(rules: Pick<Rules, "resultsMemory">, draft: InstanceType<Rules["Draft"]>): DraftTotals | null {
    const numbers = new Float64Array(rules.resultsMemory().buffer, draft.resultsOffset, draft.resultsLength);
    if (numbers[TOTALS_INDEX.calculated] !== 1) return null;
    // Copied before any other call, because the memory may move.
    const copy = numbers.slice();
    return new DraftTotals(copy, draft.sectionTotals());
  }

  /** One of the document's totals. */
  get(name: TotalsField): number {
    return this.numbers[TOTALS_INDEX[name]] ?? 0;
  }

  /** The total and the lines' totals, for callers that need no more. */
  get sums(): TotalsInPence {
    return {
      total: this.get("totalAmount"),
      vat: this.get("vatAmount"),
      line: (index) => this.lineTotal(index),
    };
  }

  /** The total of the line at an index, including its labour. */
  lineTotal(index: number): number {
    return this.numbers[TOTALS_FIELDS.length + index * LINE_WIDTH + LINE_TOTAL] ?? 0;
  }
}

/** The result of calculating a draft. */
export interface DraftResult {
  /** null while a field is out of range. */
  totals: DraftTotals | null;
  /** The same list while the errors don't change. */
  fieldErrors: FieldError[];
  /**
   * This draft with its totals, if it can be calculated; otherwise the last valid one before the field was
   * edited. While `9.975`, which is refused, is typed, `9.97` isn't the intended rate.
   */
  lastValid: CalculatedDraft | null;
}

/** A draft and its totals. */
export interface CalculatedDraft {
  draft: DocumentDraft;
  totals: DraftTotals;
}

type RequestHeader = Record<string, unknown>;

/** A draft in the memory of the rules. */
interface WasmDraftState {
  draft: InstanceType<Rules["Draft"]>;
  /** What the header was made from. */
  source: { kind: DocumentKind; draft: DocumentDraft };
  header: RequestHeader;
  lines: readonly LineDraft[];
  payments: readonly PaymentRecord[];
  job: FinalInvoiceJob;
  fieldErrors: FieldError[];
}

/** One shared list for all documents without payments. */
export const NO_PAYMENTS: readonly PaymentRecord[] = [];

/** The data about the job in its final invoice, which no operation sets. */
interface FinalInvoiceJob {
  /** The earlier invoices, which are deducted. */
  invoiced: readonly Invoiced[];
  /** The variations among its lines. */
  variations: readonly Variation[];
}

/** Used for all documents that aren't a job's final invoice. */
const NO_JOB: FinalInvoiceJob = { invoiced: [], variations: [] };

/** The job's data; the same object while the stored document's data about its job is the same. */
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
 * The draft being edited, held in the memory of the rules: a keystroke passes only the changed field, and the
 * totals are read from that memory. Unchanged lines are recognised by their identity, which the reducer
 * preserves.
 */
export class WasmDraft {
  private state: WasmDraftState | null = null;
  private lastValid: CalculatedDraft | null = null;
  /** The field being typed in, the last draft it produced, and the result before that. */
  private typing: { field: string | null; at: DocumentDraft | null; before: CalculatedDraft | null } = {
    field: null,
    at: null,
    before: null,
  };
  private readonly lineNumberFields: readonly (keyof LineDraft)[];

  constructor(private readonly rules: Rules) {
    this.lineNumberFields = rules.lineNumbers() as (keyof LineDraft)[];
  }

  /** Updates the held draft to this one and returns its result. The same draft again passes nothing. */
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
      // A field that can't be read at all, for example in a draft stored by an older version: calculating the
      // whole draft names it.
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

  /** Records which field is being typed in. */
  private trackTypedField(draft: DocumentDraft): void {
    const { field, at, before } = this.typing;
    if (at === draft) return;
    const changed = at && findOnlyChangedField(at, draft);
    const isSame = changed !== null && changed === field;
    this.typing = { field: changed, at: draft, before: isSame ? before : this.lastValid };
  }

  /** Frees the memory; the next calculation starts again. */
  free(): void {
    this.state?.draft.free();
    this.state = null;
  }

  /** The header of a draft: the held one, if nothing in it has changed. */
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
    // No operation sets the job's data of a final invoice, so different data needs a new draft.
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
    const applyOperation = (operation: Operation) => noteFlags(draft.apply(operation));
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

  /** Passes the lines between the common beginning and the common end. */
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

  /** The only number that was typed in a line; null if something else or more has changed. */
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

/** The header of the draft without the fields that don't affect totals. */
function getCalculatedFields(kind: DocumentKind, draft: DocumentDraft): RequestHeader {
  return Object.fromEntries(
    Object.entries(toRequestHeader(kind, draft)).filter(([field]) => !FIELDS_WITHOUT_TOTALS.has(field)),
  );
}

/** Whether both are passed as the same value; objects are small (a line's VAT). */
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
