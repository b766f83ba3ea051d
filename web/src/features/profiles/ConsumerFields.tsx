import type { FieldErrors, UseFormRegister } from "react-hook-form";
import type { ProfileInput } from "../../entities/profiles/profile";
import { TextArea } from "../../ui/TextField";

/** What a customer who buys for themselves is told before they agree, each with what we say where it is empty. */
const CONSUMER_FIELDS = [
  {
    name: "workTime",
    label: "When the work is done",
    maxLength: 300,
    defaultText:
      "We’ll agree the dates with you. If we don’t agree any, the goods will be delivered within 30 days and the work done within a reasonable time.",
  },
  {
    name: "complaints",
    label: "Complaints",
    maxLength: 600,
    defaultText:
      "If something isn’t right, tell us: your name, address, phone and email. We’ll reply as soon as we can and put right anything we did wrong.",
  },
  {
    name: "returns",
    label: "Returning goods after a cancellation",
    maxLength: 300,
    defaultText: "We’ll collect them at our own cost.",
  },
] as const;

/** The law asks for each; left empty, our words go on the quote. */
export function ConsumerFields({
  register,
  errors,
}: {
  register: UseFormRegister<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
}) {
  return (
    <div className="flex flex-col gap-4">
      {CONSUMER_FIELDS.map(({ name, label, maxLength, defaultText }) => (
        <TextArea
          key={name}
          label={label}
          optional
          rows={3}
          maxLength={maxLength}
          help={`Leave empty to say: “${defaultText}”`}
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </div>
  );
}
