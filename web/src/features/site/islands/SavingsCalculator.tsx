import { useState } from "react";
import type { Rules } from "../../../rules/rules";
import {
  type BoxLimits,
  describeFigureProblem,
  NumberBox,
  parseFigure,
  type ReadFigure,
  useCalculation,
} from "./NumberBox";

/** The value of an hour, and how many hours of paperwork a week Plumbline saves. */
export interface SavingInput {
  rate: string;
  hours: string;
}

/** The formatted amounts saved in four weeks and in a year. */
export interface SavedAmounts {
  month: string;
  year: string;
}

export const FIRST_SAVING: SavingInput = { rate: "30", hours: "5" };

/** The rules' result for the first input; a test compares it. */
export const FIRST_SAVED: SavedAmounts = { month: "£600.00", year: "£7,800.00" };

/** The limits of the calculator: larger numbers are typing errors. */
export const RATE_LIMITS: BoxLimits = {
  name: "Your hourly rate",
  most: 1_000,
  range: "£0 to £1,000",
  example: "27.50",
};
export const HOURS_LIMITS: BoxLimits = {
  name: "Hours saved a week",
  most: 168,
  range: "0 to 168",
  example: "3.5",
};

const WEEKS_A_MONTH = 4;
const WEEKS_A_YEAR = 52;

/** Why each field's text isn't accepted; null for a valid one. */
export const describeSavingProblems = ({ rate, hours }: SavingInput, read: ReadFigure) => ({
  rate: describeFigureProblem(rate, read, RATE_LIMITS),
  hours: describeFigureProblem(hours, read, HOURS_LIMITS),
});

/**
 * Multiplies hours and rate, both as typed, as the rules calculate a document's lines: each week is rounded
 * to the penny, then they are added up. Null where a field isn't valid.
 */
export function calculateSavings(rules: Rules, saving: SavingInput): SavedAmounts | null {
  const read = rules.parseNumber;
  const problems = describeSavingProblems(saving, read);
  if (problems.rate !== null || problems.hours !== null) return null;
  const { rate, hours } = saving;
  const formatWeeks = (number: number) => {
    const week = (_: unknown, at: number) => ({
      id: `week-${at}`,
      quantity: parseFigure(hours, read) ?? "",
      price: parseFigure(rate, read) ?? "",
    });
    return rules.gbp(rules.calculate({ items: Array.from({ length: number }, week), tax: "0" }).totalAmount);
  };
  return { month: formatWeeks(WEEKS_A_MONTH), year: formatWeeks(WEEKS_A_YEAR) };
}

/** The value of the saved hours, at the reader's own rate. */
export function SavingsCalculator() {
  const [saving, setSaving] = useState(FIRST_SAVING);
  const [{ value: saved, problem, read }, runCalculation] = useCalculation(FIRST_SAVED);
  const change = (patch: Partial<SavingInput>) => {
    const next = { ...saving, ...patch };
    setSaving(next);
    runCalculation((rules) => calculateSavings(rules, next));
  };
  const problems = describeSavingProblems(saving, read);
  return (
    <div className="max-w-3xl overflow-hidden rounded-lg border border-line bg-paper md:grid md:grid-cols-2">
      <div className="grid grid-cols-1 content-center gap-5 p-[24px] md:p-8">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="flex-[1_1_5rem] text-ink">Your hourly rate</span>
          <NumberBox
            label="Your hourly rate in pounds"
            lead="£"
            wide
            value={saving.rate}
            problem={problems.rate === null ? undefined : "saving-rate-problem"}
            onChange={(rate) => change({ rate })}
          />
        </div>
        <ProblemText id="saving-rate-problem" text={problems.rate} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="flex-[1_1_5rem] text-ink">Hours saved a week</span>
          <NumberBox
            label="Hours saved a week"
            wide
            value={saving.hours}
            problem={problems.hours === null ? undefined : "saving-hours-problem"}
            onChange={(hours) => change({ hours })}
          />
        </div>
        <ProblemText id="saving-hours-problem" text={problems.hours} />
        <ProblemText text={problems.rate === null && problems.hours === null ? problem : null} />
      </div>
      <div
        aria-live="polite"
        aria-atomic="true"
        className="border-line border-t bg-canvas p-[24px] md:border-t-0 md:border-l md:p-8"
      >
        <p className="text-quiet">Your time, over four weeks</p>
        <p className="mt-1 break-all font-[640] text-figure text-ink tabular-nums" data-saved>
          {saved.month}
        </p>
        <p className="mt-3 text-quiet">
          That is <span className="font-semibold text-ink tabular-nums">{saved.year}</span> a year. Core costs
          £15 a month, Plus £20.
        </p>
      </div>
    </div>
  );
}

function ProblemText({ id, text }: { id?: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" id={id} className="-mt-3 text-bad text-sm">
      {text}
    </p>
  );
}
