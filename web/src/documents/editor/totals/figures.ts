import type { Rules } from "../../../rules/rules";
import type { TotalsInPence } from "../../sendChecks";

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
