import { useState } from "react";
import { describeDueDate, PAYMENT_TERMS } from "../../documents/paymentTerms";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import type { RecurringSeriesForm } from "./series-form";

/** Another number of these than the list has. */
const CUSTOM_TERMS = { days: "After a number of days", months: "After a number of months" };

type CustomTerm = keyof typeof CUSTOM_TERMS;

const isCustomTerm = (value: string): value is CustomTerm => value in CUSTOM_TERMS;

/** How long the customer has to pay each invoice: as people say it, or another number of days or months. */
export function PaymentTermFields({
  series,
  onChange,
  error,
}: {
  series: RecurringSeriesForm;
  onChange: (patch: Partial<RecurringSeriesForm>) => void;
  error?: string;
}) {
  const { daysDue, dueUnit } = series;
  const listedTerm = PAYMENT_TERMS.find(
    ({ count, unit }) => unit === dueUnit && String(count) === daysDue.trim(),
  );
  const [typesNumber, setTypesNumber] = useState(listedTerm === undefined && isCustomTerm(dueUnit));
  const value = listedTerm && !typesNumber ? listedTerm.value : dueUnit;
  const choose = (chosen: string) => {
    const term = PAYMENT_TERMS.find((one) => one.value === chosen);
    setTypesNumber(isCustomTerm(chosen));
    if (term) onChange({ daysDue: String(term.count), dueUnit: term.unit });
    else if (isCustomTerm(chosen)) onChange({ dueUnit: chosen });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        id={typesNumber ? undefined : "daysDue"}
        label="Payment due"
        value={value}
        options={[
          ...PAYMENT_TERMS,
          ...Object.entries(CUSTOM_TERMS).map(([value, label]) => ({ value, label })),
          // Later month ends than the list has come from another program only.
          ...(value === "monthend"
            ? [{ value, label: capitalise(describeDueDate(Number(daysDue), "monthend")) }]
            : []),
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
          onValueChange={(daysDue) => onChange({ daysDue })}
          error={error}
        />
      )}
    </div>
  );
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
