import type { FieldErrors, UseFormRegister, UseFormWatch } from "react-hook-form";
import type { ProfileInput } from "../../entities/profiles/profile";
import { TextArea } from "../../ui/TextField";

/** What stands for the document's own, and what a preview shows in its place. */
const REMINDER_SAMPLES = {
  quoteReminder: { "{number}": "Q-0012", "{amount}": "£1,240.00", "{date}": "30 Nov 2026" },
  invoiceReminder: { "{number}": "INV-0031", "{amount}": "£480.00", "{date}": "30 Nov 2026" },
};

const REMINDER_FIELDS = [
  { name: "invoiceReminder", label: "Invoice reminder", date: "the date it was due" },
  { name: "quoteReminder", label: "Quote reminder", date: "the date it runs out" },
] as const;

/** What reminders say under their greeting, with how that reads. */
export function ReminderFields({
  register,
  watch,
  errors,
}: {
  register: UseFormRegister<ProfileInput>;
  watch: UseFormWatch<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
}) {
  return (
    <div className="flex flex-col gap-4">
      {REMINDER_FIELDS.map(({ name, label, date }) => {
        const typed = watch(name).trim();
        return (
          <div key={name}>
            <TextArea
              label={label}
              optional
              rows={4}
              maxLength={5000}
              help={`We replace {number}, {amount} and {date} with its number, its total and ${date}.`}
              error={errors[name]?.message}
              {...register(name)}
            />
            {typed ? (
              <p className="wrap-anywhere mt-2 whitespace-pre-line border-line border-l-2 pl-3 text-quiet text-sm">
                <span className="sr-only">It reads: </span>
                {`Hello Jo Bloggs,\n\n${fillReminderSample(typed, REMINDER_SAMPLES[name])}`}
              </p>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

function fillReminderSample(typed: string, sample: Record<string, string>): string {
  return Object.entries(sample).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    typed,
  );
}
