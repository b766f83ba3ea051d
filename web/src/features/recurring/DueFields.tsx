import { useState } from "react";
import { dueWords, TERMS } from "../../documents/paymentTerms";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import type { SeriesForm } from "./recurring";

/** Another number of these than the list has. */
const OTHERS = { days: "After a number of days", months: "After a number of months" };

type Other = keyof typeof OTHERS;

const isOther = (value: string): value is Other => value in OTHERS;

/** How long the customer has to pay each invoice: as people say it, or another number of days or months. */
export function DueFields({
  series,
  set,
  error,
}: {
  series: SeriesForm;
  set: (patch: Partial<SeriesForm>) => void;
  error?: string;
}) {
  const { daysDue, dueUnit } = series;
  const at = TERMS.find(({ count, unit }) => unit === dueUnit && String(count) === daysDue.trim());
  const [typesNumber, setTypesNumber] = useState(at === undefined && isOther(dueUnit));
  const value = at && !typesNumber ? at.value : dueUnit;
  const choose = (chosen: string) => {
    const term = TERMS.find((one) => one.value === chosen);
    setTypesNumber(isOther(chosen));
    if (term) set({ daysDue: String(term.count), dueUnit: term.unit });
    else if (isOther(chosen)) set({ dueUnit: chosen });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        id={typesNumber ? undefined : "daysDue"}
        label="Payment due"
        value={value}
        options={[
          ...TERMS,
          ...Object.entries(OTHERS).map(([value, label]) => ({ value, label })),
          // Later month ends than the list has come from another program only.
          ...(value === "monthend" ? [{ value, label: upper(dueWords(Number(daysDue), "monthend")) }] : []),
        ]}
        onChange={({ target }) => choose(target.value)}
        error={typesNumber ? undefined : error}
      />
      {typesNumber && (
        <NumberField
          id="daysDue"
          label="Due after"
          suffix={dueUnit}
          whole
          value={daysDue}
          onValueChange={(daysDue) => set({ daysDue })}
          error={error}
        />
      )}
    </div>
  );
}

const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
