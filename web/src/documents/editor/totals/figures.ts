import type { Rules } from "../../../rules/rules";
import type { Sums } from "../../concerns";

/** What a draft's figures begin with, in the order of core's `edit::draft::HEAD`; a test holds them together. */
export const FIGURES = [
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

export type FigureName = (typeof FIGURES)[number];

const PLACE = Object.fromEntries(FIGURES.map((name, at) => [name, at])) as Record<FigureName, number>;
/** Of each line: goods, labour, total, counted. */
const LINE_WIDTH = 4;
const LINE_TOTAL = 2;

/** A draft's figures at one keystroke, in whole pence, copied from where the rules keep them. */
export class Figures {
  private constructor(
    private readonly numbers: Float64Array,
    /** What the sections come to, in their order. */
    readonly sections: ArrayLike<number>,
  ) {}

  /** null while the draft cannot be calculated. */
  static of(rules: Pick<Rules, "figuresMemory">, draft: InstanceType<Rules["Draft"]>): Figures | null {
    const numbers = new Float64Array(rules.figuresMemory().buffer, draft.resultsAt, draft.resultsLength);
    if (numbers[PLACE.calculated] !== 1) return null;
    // Copied before anything else is asked for: the memory may move.
    const kept = numbers.slice();
    return new Figures(kept, draft.sectionTotals());
  }

  /** One of the document's figures. */
  of(name: FigureName): number {
    return this.numbers[PLACE[name]] ?? 0;
  }

  /** The total and the lines' own, for whoever needs no more. */
  get sums(): Sums {
    return {
      total: this.of("totalAmount"),
      vat: this.of("vatAmount"),
      line: (index) => this.lineTotal(index),
    };
  }

  /** What the line at a place comes to, its labour included. */
  lineTotal(index: number): number {
    return this.numbers[FIGURES.length + index * LINE_WIDTH + LINE_TOTAL] ?? 0;
  }
}
