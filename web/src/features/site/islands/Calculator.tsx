import { useState } from "react";
import { NumberBox } from "./NumberBox";
import { FIRST_SAVED, FIRST_SAVING, type Saving, savedBy } from "./savings";
import { useFigures } from "./useFigures";

/** What the saved hours are worth, at the reader's own rate. */
export function Calculator() {
  const [saving, setSaving] = useState(FIRST_SAVING);
  const [{ value: saved, problem }, workOut] = useFigures(FIRST_SAVED);
  const change = (patch: Partial<Saving>) => {
    const next = { ...saving, ...patch };
    setSaving(next);
    workOut((rules) => savedBy(rules, next));
  };
  return (
    <div className="max-w-3xl overflow-hidden rounded-lg border border-line bg-paper md:grid md:grid-cols-2">
      <div className="grid content-center gap-5 p-6 md:p-8">
        <div className="flex items-center justify-between gap-4">
          <span className="text-ink">Your hourly rate</span>
          <NumberBox
            label="Your hourly rate in pounds"
            lead="£"
            wide
            value={saving.rate}
            onChange={(rate) => change({ rate })}
          />
        </div>
        <div className="flex items-center justify-between gap-4">
          <span className="text-ink">Hours saved a week</span>
          <NumberBox
            label="Hours saved a week"
            wide
            value={saving.hours}
            onChange={(hours) => change({ hours })}
          />
        </div>
        {problem ? (
          <p role="alert" className="text-bad text-sm">
            {problem}
          </p>
        ) : null}
      </div>
      <div
        aria-live="polite"
        aria-atomic="true"
        className="border-line border-t bg-canvas p-6 md:border-t-0 md:border-l md:p-8"
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
