import type { ReactNode } from "react";
import type { RecurringMakes } from "../../api/generated/RecurringMakes";
import type { Repeat } from "../../api/generated/Repeat";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { SegmentedControl } from "../../ui/Tabs";
import { TextField } from "../../ui/TextField";
import { PaymentTermFields } from "./DueFields";
import { UpcomingDayList } from "./recurring-parts";
import { changeRepeat, REPEATS, type RecurringSeriesForm } from "./series-form";
import { useUpcomingDays } from "./useUpcoming";

const SERIES_ENDS: { value: RecurringSeriesForm["ends"]; label: string }[] = [
  { value: "never", label: "When I stop it" },
  { value: "day", label: "On a date" },
  { value: "times", label: "After a number of invoices" },
];

const OUTCOMES: { value: RecurringMakes; label: string }[] = [
  { value: "draft", label: "Make a draft" },
  { value: "sent", label: "Send it" },
];

/** When an invoice comes again, until when, and what becomes of it on its day. */
export function SeriesFields({
  id,
  series,
  onChange,
  errors,
  email,
}: {
  /** The recurring invoice that is changed; null of a new one. */
  id: string | null;
  series: RecurringSeriesForm;
  onChange: (patch: Partial<RecurringSeriesForm>) => void;
  errors: ReadonlyMap<string, string>;
  /** The customer's address: empty where there is none, null while there is no customer. */
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

/** A choice with what belongs to it. */
function LabelledChoice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p className="-mb-1.5 font-medium text-ink text-sm">{label}</p>
      {children}
    </div>
  );
}

/** What happens then, in a sentence. */
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
