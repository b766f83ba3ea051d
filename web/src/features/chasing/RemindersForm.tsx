import { type FormEvent, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { ProfileChasePlan } from "../../api/generated/ProfileChasePlan";
import type { Weekday } from "../../api/generated/Weekday";
import { WRITTEN_KINDS, type WrittenKind } from "../../documents/kind";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Checkbox, Switch } from "../../ui/Checkbox";
import { LeaveGuard } from "../../ui/form-guards";
import { ActionBar } from "../../ui/PageHeader";
import { useSaveChasePlan } from "./queries";
import { type RemindersDraft, toDraft, toInput, WEEKDAYS } from "./reminder-plan";
import { ReminderSteps } from "./StepRows";
import { ReminderTextFields } from "./WordsFields";

const SWITCHES: Record<WrittenKind, { field: "invoices" | "quotes"; label: string; help: string }> = {
  invoice: {
    field: "invoices",
    label: "Chase unpaid invoices",
    help: "Stops once it’s paid, or while a payment is waiting for you to confirm it.",
  },
  quote: {
    field: "quotes",
    label: "Follow up on quotes",
    help: "Stops once it’s accepted, declined or expired.",
  },
};

export function RemindersForm({
  profileId,
  plan,
  onSaved,
}: {
  profileId: string;
  plan: ProfileChasePlan;
  onSaved: (plan: ProfileChasePlan) => void;
}) {
  const [draft, setDraft] = useState<RemindersDraft>(() => toDraft(plan));
  const [hasChanges, setHasChanges] = useState(false);
  const save = useSaveChasePlan(profileId);
  const updateDraft = (change: Partial<RemindersDraft>) => {
    setHasChanges(true);
    // What was wrong is looked at anew.
    save.reset();
    setDraft((before) => ({ ...before, ...change }));
  };
  const errors = save.error instanceof ApiError ? save.error.errors : [];
  const findError = (path: string) => errors.find((one) => one.path === path)?.msg;
  const formError = save.error && errors.length === 0 ? saveErrorMessage(save.error) : findError("steps");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(toInput(draft), {
      onSuccess: (saved) => {
        setHasChanges(false);
        onSaved(saved);
      },
    });
  };
  const isNew = plan.version === 0;
  const turnsOn = (draft.invoices && !plan.invoices) || (draft.quotes && !plan.quotes);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 md:gap-6">
      <LeaveGuard when={hasChanges && !save.isPending && !save.isSuccess} />
      {formError ? (
        <Banner tone="red" live>
          {formError}
        </Banner>
      ) : null}
      {WRITTEN_KINDS.toReversed().map(({ kind, Plural }) => {
        const { field, label, help } = SWITCHES[kind];
        const switchError = findError(field);
        return (
          <Card
            key={kind}
            title={Plural}
            hint={isNew ? "A suggestion to start with. Change it as you like." : undefined}
          >
            <Switch
              label={label}
              help={help}
              checked={draft[field]}
              onCheckedChange={(on) => updateDraft({ [field]: on })}
              className="mb-4"
            />
            {switchError ? (
              <p role="alert" className="mb-3 text-bad text-sm">
                {switchError}
              </p>
            ) : null}
            <ReminderSteps
              kind={kind}
              rows={draft.rows}
              findError={(row) => findError(`steps[${draft.rows.indexOf(row)}].days`)}
              onChange={(rows) => updateDraft({ rows })}
            />
          </Card>
        );
      })}
      <Card
        title="Days"
        hint="Between 9:00 and 17:00, UK time, and never on a bank holiday. A reminder due on another day goes out on the next of these."
      >
        <fieldset>
          <legend className="sr-only">Days to send reminders</legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4 md:grid-cols-4">
            {WEEKDAYS.map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                checked={draft.weekdays.includes(value)}
                onCheckedChange={(on) => updateDraft({ weekdays: toggleDay(draft.weekdays, value, on) })}
              />
            ))}
          </div>
        </fieldset>
        {findError("weekdays") ? (
          <p role="alert" className="mt-2 text-bad text-sm">
            {findError("weekdays")}
          </p>
        ) : null}
      </Card>
      {WRITTEN_KINDS.toReversed().map(({ kind, name }) => (
        <Card
          key={kind}
          title={`What your ${name} reminders say`}
          hint="Leave empty to use the words shown. We fill in {name}, {number}, {amount}, {date} and {link} for each document."
        >
          <ReminderTextFields
            profileId={profileId}
            kind={kind}
            texts={draft.words}
            defaults={plan.usual}
            findError={(occasion) => findError(`words.${occasion}`)}
            onChange={(words) => updateDraft({ words })}
          />
        </Card>
      ))}
      {turnsOn ? (
        <Banner tone="blue">
          Customers whose reminder is already overdue get one on the next working morning. You can turn
          reminders off for an invoice, a quote or a customer at any time.
        </Banner>
      ) : null}
      <ActionBar>
        <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving…">
          Save reminders
        </Button>
      </ActionBar>
    </form>
  );
}

function toggleDay(days: Weekday[], day: Weekday, on: boolean): Weekday[] {
  const others = days.filter((one) => one !== day);
  return on ? [...others, day] : others;
}

const saveErrorMessage = (error: Error) =>
  error instanceof ApiError && error.code === "stale_version"
    ? "The reminders were changed in another window. Reload the page to see them; what you typed here isn’t saved."
    : getErrorMessage(error);
