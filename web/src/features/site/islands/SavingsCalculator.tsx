import { useState } from "react";
import { NumberBox } from "./NumberBox";
import {
  calculateSavings,
  describeSavingProblems,
  FIRST_SAVED,
  FIRST_SAVING,
  type SavingInput,
} from "./savings";
import { useCalculation } from "./useFigures";

/** What the saved hours are worth, at the reader's own rate. */
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
