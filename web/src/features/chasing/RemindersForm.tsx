import { useQuery } from "@tanstack/react-query";
import { Eye, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { Moment } from "../../api/generated/Moment";
import type { Occasion } from "../../api/generated/Occasion";
import type { ProfileChasePlan } from "../../api/generated/ProfileChasePlan";
import type { ReminderTexts } from "../../api/generated/ReminderTexts";
import type { Weekday } from "../../api/generated/Weekday";
import { WRITTEN_KINDS, type WrittenKind } from "../../documents/kind";
import { RecordForm } from "../../entities/forms/RecordForm";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Checkbox, Switch } from "../../ui/Checkbox";
import { cx } from "../../ui/cx";
import { Dialog } from "../../ui/Dialog";
import { IconButton } from "../../ui/IconButton";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { TextArea } from "../../ui/TextField";
import {
  getKindOfMoment,
  MAX_STEPS,
  MOMENTS,
  nextStep,
  OCCASIONS,
  type ReminderStepRow,
  type RemindersDraft,
  reminderPreviewQuery,
  toDraft,
  toInput,
  useSaveChasePlan,
  WEEKDAYS,
} from "./reminder-plan";

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
    // Clears the errors of the last attempt.
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
    <RecordForm
      saving={{
        save: submit,
        problem: formError,
        isSaving: save.isPending,
        isUnsaved: hasChanges && !save.isPending && !save.isSuccess,
      }}
      saveLabel="Save reminders"
      gap="gap-4 md:gap-6"
    >
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
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 md:grid-cols-4">
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
    </RecordForm>
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

/** The reminders of one kind of document. */
export function ReminderSteps({
  kind,
  rows,
  findError,
  onChange,
}: {
  kind: WrittenKind;
  /** The steps of both kinds. */
  rows: ReminderStepRow[];
  findError: (row: ReminderStepRow) => string | undefined;
  onChange: (rows: ReminderStepRow[]) => void;
}) {
  const ownRows = rows.filter((row) => getKindOfMoment(row.moment) === kind);
  const updateRow = (key: string, change: Partial<ReminderStepRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <div className="grid gap-3">
      {ownRows.length > 0 && (
        <ul className="@container grid gap-3">
          {ownRows.map((row, at) => (
            <li key={row.key} className="flex flex-wrap items-start gap-2">
              {row.moment !== "onDue" && (
                <NumberField
                  label={`Days of reminder ${at + 1}`}
                  hideLabel
                  whole
                  className="w-16 shrink-0 @max-[18rem]:w-auto @max-[18rem]:flex-1"
                  value={row.days}
                  onValueChange={(days) => updateRow(row.key, { days })}
                  error={findError(row)}
                />
              )}
              <SelectField
                label={`When reminder ${at + 1} is sent`}
                hideLabel
                // On a narrow screen, below the number of days.
                className={cx(
                  "min-w-0 flex-1",
                  row.moment !== "onDue" && "@max-[18rem]:order-last @max-[18rem]:basis-full",
                )}
                options={MOMENTS[kind]}
                value={row.moment}
                onChange={(event) => updateRow(row.key, { moment: event.target.value as Moment })}
                error={row.moment === "onDue" ? findError(row) : undefined}
              />
              <IconButton
                label={`Remove reminder ${at + 1}`}
                icon={<Trash2 aria-hidden size={20} strokeWidth={1.75} />}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                className="text-quiet"
              />
            </li>
          ))}
        </ul>
      )}
      {rows.length < MAX_STEPS && (
        <Button
          className="w-fit"
          icon={<Plus aria-hidden size={20} strokeWidth={1.75} />}
          onClick={() => onChange([...rows, nextStep(kind, rows)])}
        >
          Add a reminder
        </Button>
      )}
    </div>
  );
}

/** The reminder texts of one kind, each with a preview of the email as it would be sent. */
export function ReminderTextFields({
  profileId,
  kind,
  texts,
  defaults,
  findError,
  onChange,
}: {
  profileId: string;
  kind: WrittenKind;
  texts: ReminderTexts;
  defaults: ReminderTexts;
  findError: (occasion: Occasion) => string | undefined;
  onChange: (words: ReminderTexts) => void;
}) {
  const [previewed, setPreviewed] = useState<Occasion | null>(null);
  return (
    <div className="grid gap-5">
      {OCCASIONS[kind].map(({ occasion, label }) => (
        <div key={occasion} className="grid gap-2">
          <TextArea
            label={label}
            optional
            rows={4}
            maxLength={5000}
            placeholder={defaults[occasion]}
            value={texts[occasion]}
            onChange={(event) => onChange({ ...texts, [occasion]: event.target.value })}
            error={findError(occasion)}
          />
          <Button
            className="w-fit"
            icon={<Eye aria-hidden size={20} strokeWidth={1.75} />}
            onClick={() => setPreviewed(occasion)}
            aria-label={`Preview: ${label}`}
          >
            Preview
          </Button>
        </div>
      ))}
      {previewed && (
        <ReminderPreview
          profileId={profileId}
          occasion={previewed}
          text={texts[previewed]}
          onClose={() => setPreviewed(null)}
        />
      )}
    </div>
  );
}

function ReminderPreview({
  profileId,
  occasion,
  text,
  onClose,
}: {
  profileId: string;
  occasion: Occasion;
  text: string;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery(reminderPreviewQuery(profileId, occasion, text));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title="How your customer sees it"
      description="With a made-up customer and job. The PDF is attached."
    >
      {data ? (
        <div className="grid gap-3">
          <p className="wrap-anywhere">
            <span className="text-quiet">Subject: </span>
            <span className="font-semibold text-ink">{data.subject}</span>
          </p>
          <iframe
            title="The email"
            // No script runs in the preview, and its links open nothing here.
            sandbox=""
            srcDoc={data.html}
            className="h-[60dvh] w-full rounded-lg border border-line bg-canvas"
          />
        </div>
      ) : error && !isFetching ? (
        <ErrorState
          title="The preview could not be made"
          message={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRegion>
          <Skeleton className="h-[60dvh] w-full rounded-lg" />
        </LoadingRegion>
      )}
    </Dialog>
  );
}
