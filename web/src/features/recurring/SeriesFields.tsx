import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "../../api/errors";
import type { RecurringMakes } from "../../api/generated/RecurringMakes";
import type { RecurringPreview } from "../../api/generated/RecurringPreview";
import type { RecurringUpcoming } from "../../api/generated/RecurringUpcoming";
import type { Repeat } from "../../api/generated/Repeat";
import { describeDueDate, PAYMENT_TERMS } from "../../documents/paymentTerms";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { useDebouncedText } from "../../ui/hooks";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { SegmentedControl } from "../../ui/Tabs";
import { TextField } from "../../ui/TextField";
import { upcomingDaysQuery } from "./queries";
import { UpcomingDayList } from "./recurring-parts";
import { changeRepeat, REPEATS, type RecurringSeriesForm, toRecurringDays } from "./series-form";

/** The options for a number that the list doesn't have. */
const CUSTOM_TERMS = { days: "After a number of days", months: "After a number of months" };

type CustomTerm = keyof typeof CUSTOM_TERMS;

const isCustomTerm = (value: string): value is CustomTerm => value in CUSTOM_TERMS;

/** The payment terms of each invoice: one of the usual terms, or a number of days or months. */
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
          // Only imports from another program have month ends later than the list's.
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

/** How long to wait after the last keystroke before asking the server. */
const TYPING_PAUSE = 250;

const EMPTY_PREVIEW: RecurringPreview = {
  id: null,
  after: null,
  days: { firstDay: "", repeat: "monthly", lastDay: null, times: null },
};

/**
 * The next dates for the typed schedule, and its errors by field: core's results, requested from the server.
 */
export function useUpcomingDays(
  id: string | null,
  series: RecurringSeriesForm,
): { days: RecurringUpcoming | undefined; dayErrors: ReadonlyMap<string, string> } {
  const days = toRecurringDays(series);
  const typedRequest = JSON.stringify(days && { id, after: series.after, days });
  const settledRequest = useDebouncedText(typedRequest, TYPING_PAUSE);
  const request = JSON.parse(settledRequest) as RecurringPreview | null;
  const { data, error } = useQuery({
    ...upcomingDaysQuery(request ?? EMPTY_PREVIEW),
    enabled: request !== null,
  });
  const isRefused = error instanceof ApiError && error.status === 422;
  return {
    days: days === null || request === null || error ? undefined : data,
    dayErrors: new Map(isRefused ? error.errors.map(({ path, msg }) => [path, msg]) : []),
  };
}

const SERIES_ENDS: { value: RecurringSeriesForm["ends"]; label: string }[] = [
  { value: "never", label: "When I stop it" },
  { value: "day", label: "On a date" },
  { value: "times", label: "After a number" },
];

const OUTCOMES: { value: RecurringMakes; label: string }[] = [
  { value: "draft", label: "Make a draft" },
  { value: "sent", label: "Send it" },
];

/** The fields for the schedule: how often the invoice repeats, until when, and what happens on each date. */
export function SeriesFields({
  id,
  series,
  onChange,
  errors,
  email,
}: {
  /** The recurring invoice being edited; null for a new one. */
  id: string | null;
  series: RecurringSeriesForm;
  onChange: (patch: Partial<RecurringSeriesForm>) => void;
  errors: ReadonlyMap<string, string>;
  /** The customer's email address: empty where there is none, null while no customer is chosen. */
  email: string | null;
}) {
  const { days, dayErrors } = useUpcomingDays(id, series);
  const rules = useRules();
  const error = (field: string) => errors.get(field) ?? dayErrors.get(field);
  return (
    <Card>
      <div className="grid gap-5">
        <TextField
          id="name"
          label="Name"
          help="Only you see this, such as Boiler cover."
          value={series.name}
          onChange={({ target }) => onChange({ name: target.value })}
          error={error("name")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            id="repeat"
            label="How often"
            options={REPEATS}
            value={series.repeat}
            onChange={({ target }) => onChange(changeRepeat(rules, series, target.value as Repeat))}
            error={error("repeat")}
          />
          <DateField
            id="firstDay"
            label="First date"
            help={
              series.after
                ? "The date of the invoice you’re repeating. The others follow it."
                : "Missed dates are skipped."
            }
            value={series.firstDay}
            onValueChange={(firstDay) => onChange({ firstDay })}
            error={error("firstDay")}
          />
        </div>
        <LabelledChoice label="It ends">
          <SegmentedControl
            label="It ends"
            value={series.ends}
            onValueChange={(ends) => onChange({ ends })}
            options={SERIES_ENDS}
            className="w-full sm:w-auto sm:justify-self-start"
          />
          {series.ends === "day" ? (
            <DateField
              id="lastDay"
              label="Last date"
              className="sm:w-60"
              min={series.firstDay || undefined}
              value={series.lastDay}
              onValueChange={(lastDay) => onChange({ lastDay })}
              error={error("lastDay")}
            />
          ) : null}
          {series.ends === "times" ? (
            <NumberField
              id="times"
              label="How many invoices"
              help="Counted from the first date."
              whole
              className="sm:w-60"
              value={series.times}
              onValueChange={(times) => onChange({ times })}
              error={error("times")}
            />
          ) : null}
        </LabelledChoice>
        <LabelledChoice label="On its date, at 8 am">
          <SegmentedControl
            label="On its date"
            value={series.makes}
            onValueChange={(makes) => onChange({ makes })}
            options={OUTCOMES}
            className="w-full sm:w-auto sm:justify-self-start"
          />
          <OutcomeNote makes={series.makes} email={email} />
        </LabelledChoice>
        <PaymentTermFields series={series} onChange={onChange} error={error("daysDue")} />
        <section aria-label="Next invoices" aria-live="polite">
          <h2 className="mb-2 font-semibold text-base">Next invoices</h2>
          {days ? (
            <UpcomingDayList days={days} />
          ) : (
            <p className="text-quiet">The dates appear here once you’ve filled in the fields above.</p>
          )}
        </section>
      </div>
    </Card>
  );
}

/** A labelled choice with the fields that depend on it. */
function LabelledChoice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p className="-mb-1.5 font-medium text-ink text-sm">{label}</p>
      {children}
    </div>
  );
}

/** A sentence about what happens on each date. */
function OutcomeNote({ makes, email }: { makes: RecurringMakes; email: string | null }) {
  if (makes === "draft") {
    return <p className="text-quiet text-sm">We let you know. You check it and send it yourself.</p>;
  }
  if (email === "") {
    return (
      <p className="text-sm text-warn">
        This customer has no email address yet. Until you add one, it stays a draft and we let you know.
      </p>
    );
  }
  return (
    <p className="wrap-anywhere text-quiet text-sm">
      {`It gets its number and goes ${email ? `to ${email}` : "to your customer"} by email. If it can’t be sent, it stays a draft and we let you know.`}
    </p>
  );
}
