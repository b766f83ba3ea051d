import { Controller, useForm } from "react-hook-form";
import type { CisReturn } from "../../../api/generated/CisReturn";
import { useFormSave } from "../../../api/useFormSave";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { DateField } from "../../../ui/DateField";
import { Dialog } from "../../../ui/Dialog";
import { toast } from "../../../ui/toast";
import { useMarkReturnFiled } from "./queries";

/** When a month's return was sent, with what was declared with it; or when HMRC was told that none is needed. */
export function FileReturnDialog({
  month,
  profile,
  today,
  notNeeded,
  onClose,
}: {
  month: CisReturn;
  profile: string;
  today: string;
  notNeeded: boolean;
  onClose: () => void;
}) {
  const { dateLong } = useRules();
  const filing = useMarkReturnFiled(profile);
  const form = useForm<{ filedOn: string }>({ defaultValues: { filedOn: today } });
  const { errors, isSubmitting } = form.formState;
  const { save, problem } = useFormSave({
    recordName: "return",
    form,
    fields: ["filedOn"],
    write: (_, { filedOn }) => filing.mutateAsync({ month: month.to, filedOn, notNeeded }),
    onSaved: () => {
      toast({
        title: notNeeded ? "Marked as not needed" : "Marked as filed: its payments can no longer change",
        tone: "good",
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={notNeeded ? "No return is needed" : "Mark as filed"}
      description={
        notNeeded
          ? `Nobody was paid in the month to ${dateLong(month.to)}, and you have told HMRC. Plumbline doesn’t do that for you.`
          : `The ${month.isNil ? "nil return" : "return"} for the month to ${dateLong(month.to)}. Plumbline doesn’t send it: file it with HMRC first.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="cis-filed" variant="primary" busy={isSubmitting} busyLabel="Marking…">
            {notNeeded ? "Mark as not needed" : "Mark as filed"}
          </Button>
        </>
      }
    >
      <form id="cis-filed" noValidate onSubmit={save} className="grid gap-5">
        {problem ? (
          <Banner tone="red" live>
            {problem}
          </Banner>
        ) : null}
        {notNeeded ? null : (
          <div>
            <p className="font-medium text-ink">By filing it you declare to HMRC</p>
            <ul className="mt-1 list-disc pl-5 text-quiet">
              {month.declarations.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </div>
        )}
        <Controller
          control={form.control}
          name="filedOn"
          rules={{ validate: (day) => day !== "" || "Enter the date." }}
          render={({ field }) => (
            <DateField
              label={notNeeded ? "You told HMRC on" : "Filed on"}
              name="filedOn"
              ref={field.ref}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.filedOn?.message}
            />
          )}
        />
      </form>
    </Dialog>
  );
}
