import type { ReactNode } from "react";
import type { RecurringMakes } from "../../api/generated/RecurringMakes";
import type { Repeat } from "../../api/generated/Repeat";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { Segmented } from "../../ui/Tabs";
import { TextField } from "../../ui/TextField";
import { DayList } from "./DayList";
import { DueFields } from "./DueFields";
import { repeating, repeats, type SeriesForm } from "./recurring";
import { useUpcoming } from "./useUpcoming";

const ENDS: { value: SeriesForm["ends"]; label: string }[] = [
  { value: "never", label: "When I stop it" },
  { value: "day", label: "On a date" },
  { value: "times", label: "After a number of invoices" },
];

const MAKES: { value: RecurringMakes; label: string }[] = [
  { value: "draft", label: "Make a draft" },
  { value: "sent", label: "Send it" },
];

/** When an invoice comes again, until when, and what becomes of it on its day. */
export function SeriesFields({
  id,
  series,
  set,
  errors,
  email,
}: {
  /** The recurring invoice that is changed; null of a new one. */
  id: string | null;
  series: SeriesForm;
  set: (patch: Partial<SeriesForm>) => void;
  errors: ReadonlyMap<string, string>;
  /** The customer's address: empty where there is none, null while there is no customer. */
  email: string | null;
}) {
  const { days, wrong } = useUpcoming(id, series);
  const rules = useRules();
  const error = (field: string) => errors.get(field) ?? wrong.get(field);
  return (
    <Card>
      <div className="grid gap-5">
        <TextField
          id="name"
          label="Name"
          help="Only you see this, such as Boiler cover."
          value={series.name}
          onChange={({ target }) => set({ name: target.value })}
          error={error("name")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            id="repeat"
            label="How often"
            options={repeats}
            value={series.repeat}
            onChange={({ target }) => set(repeating(rules, series, target.value as Repeat))}
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
            onValueChange={(firstDay) => set({ firstDay })}
            error={error("firstDay")}
          />
        </div>
        <Choice label="It ends">
          <Segmented
            label="It ends"
            value={series.ends}
            onValueChange={(ends) => set({ ends })}
            options={ENDS}
            className="w-full sm:w-auto sm:justify-self-start"
          />
          {series.ends === "day" ? (
            <DateField
              id="lastDay"
              label="Last date"
              className="sm:w-60"
              min={series.firstDay || undefined}
              value={series.lastDay}
              onValueChange={(lastDay) => set({ lastDay })}
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
              onValueChange={(times) => set({ times })}
              error={error("times")}
            />
          ) : null}
        </Choice>
        <Choice label="On its date, at 8 am">
          <Segmented
            label="On its date"
            value={series.makes}
            onValueChange={(makes) => set({ makes })}
            options={MAKES}
            className="w-full sm:w-auto sm:justify-self-start"
          />
          <Told makes={series.makes} email={email} />
        </Choice>
        <DueFields series={series} set={set} error={error("daysDue")} />
        <section aria-label="Next invoices" aria-live="polite">
          <h2 className="mb-2 font-semibold text-base">Next invoices</h2>
          {days ? (
            <DayList days={days} />
          ) : (
            <p className="text-quiet">The dates appear here once you’ve filled in the fields above.</p>
          )}
        </section>
      </div>
    </Card>
  );
}

/** A choice with what belongs to it. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p className="-mb-1.5 font-medium text-ink text-sm">{label}</p>
      {children}
    </div>
  );
}

/** What happens then, in a sentence. */
function Told({ makes, email }: { makes: RecurringMakes; email: string | null }) {
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
