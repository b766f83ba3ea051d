import { Controller, type UseFormReturn } from "react-hook-form";
import { useRules } from "../../rules/rules";
import { DateField } from "../../ui/DateField";
import { Disclosure } from "../../ui/Disclosure";
import { SelectField } from "../../ui/SelectField";
import { type ExpenseForm, repeats } from "./expense";

/** What comes again: insurance, the telephone, the workshop's rent. */
export function RepeatFields({ form, next }: { form: UseFormReturn<ExpenseForm>; next: string | null }) {
  const { register, control, watch, getValues, formState } = form;
  const { errors, dirtyFields } = formState;
  const { dateLong } = useRules();
  const isSeries = watch("repeat") !== "never";
  const isAsSaved = !dirtyFields.repeat && !dirtyFields.repeatUntil && !dirtyFields.date;
  return (
    <Disclosure
      label="Repeat"
      hint={repeats.find(({ value }) => value === watch("repeat"))?.label}
      startsOpen={getValues("repeat") !== "never"}
      forced={Boolean(errors.repeat ?? errors.repeatUntil)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="How often"
          options={repeats}
          error={errors.repeat?.message}
          help={isSeries && isAsSaved && next ? `Next on ${dateLong(next)}.` : undefined}
          {...register("repeat")}
        />
        {isSeries ? (
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
      {isSeries ? (
        <p className="mt-3 text-quiet text-sm">
          We add a new expense on each date, without receipts. Change or delete this one to change or stop it.
        </p>
      ) : null}
    </Disclosure>
  );
}
