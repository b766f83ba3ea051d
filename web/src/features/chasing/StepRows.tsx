import { Plus, Trash2 } from "lucide-react";
import type { Moment } from "../../api/generated/Moment";
import type { WrittenKind } from "../../documents/kind";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { IconButton } from "../../ui/IconButton";
import { NumberField } from "../../ui/NumberField";
import { SelectField } from "../../ui/SelectField";
import { getKindOfMoment, MAX_STEPS, MOMENTS, nextStep, type ReminderStepRow } from "./reminder-plan";

/** The reminders of one kind of document. */
export function ReminderSteps({
  kind,
  rows,
  findError,
  onChange,
}: {
  kind: WrittenKind;
  /** Those of either kind. */
  rows: ReminderStepRow[];
  findError: (row: ReminderStepRow) => string | undefined;
  onChange: (rows: ReminderStepRow[]) => void;
}) {
  const ownRows = rows.filter((row) => getKindOfMoment(row.moment) === kind);
  const updateRow = (key: string, change: Partial<ReminderStepRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {ownRows.length > 0 && (
        <ul className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
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
                // Where it is narrow, below the number of days.
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
