import { Controller, type UseFormReturn } from "react-hook-form";
import { useRules } from "../../rules/rules";
import { DateField } from "../../ui/DateField";
import { Disclosure } from "../../ui/Disclosure";
import { SelectField } from "../../ui/SelectField";
import { type ExpenseFormValues, repeatOptions } from "./expense";

/** What comes again: insurance, the telephone, the workshop's rent. */
export function RepeatFields({
  form,
  next,
}: {
  form: UseFormReturn<ExpenseFormValues>;
  next: string | null;
}) {
  const { register, control, watch, getValues, formState } = form;
  const { errors, dirtyFields } = formState;
  const { dateLong } = useRules();
  const isRepeating = watch("repeat") !== "never";
  const isUnchanged = !dirtyFields.repeat && !dirtyFields.repeatUntil && !dirtyFields.date;
  return (
    <Disclosure
      label="Repeat"
      hint={repeatOptions.find(({ value }) => value === watch("repeat"))?.label}
      startsOpen={getValues("repeat") !== "never"}
      forced={Boolean(errors.repeat ?? errors.repeatUntil)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="How often"
          options={repeatOptions}
          error={errors.repeat?.message}
          help={isRepeating && isUnchanged && next ? `Next on ${dateLong(next)}.` : undefined}
          {...register("repeat")}
        />
        {isRepeating ? (
          <Controller
            control={control}
            name="repeatUntil"
            render={({ field }) => (
              <DateField
                label="Until"
                optional
                name="repeatUntil"
                ref={field.ref}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.repeatUntil?.message}
              />
            )}
          />
        ) : null}
      </div>
      {isRepeating ? (
        <p className="mt-3 text-quiet text-sm">
          We add a new expense on each date, without receipts. Change or delete this one to change or stop it.
        </p>
      ) : null}
    </Disclosure>
  );
}
