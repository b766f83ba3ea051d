import { type FormEvent, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { NumberField } from "../../ui/NumberField";
import { useSetPot } from "./queries";

/** How much is put aside for tax. */
export function PotDialog({ percentage, onClose }: { percentage: string; onClose: () => void }) {
  const [typed, setTyped] = useState(percentage);
  const set = useSetPot();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(typed, { onSuccess: onClose });
  };
  const { error } = set;
  const named =
    error instanceof ApiError ? error.errors.find(({ path }) => path === "percentage")?.msg : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your tax pot"
      description="What you put aside for tax, out of the total without VAT. CIS deductions count towards it. It’s your choice: no money moves."
      footer={
        <Button type="submit" form="pot" variant="primary" busy={set.isPending} busyLabel="Saving…">
          Save
        </Button>
      }
    >
      <form id="pot" onSubmit={submit} noValidate>
        <NumberField
          label="Put aside"
          suffix="%"
          value={typed}
          onValueChange={setTyped}
          error={named ?? (error ? errorMessage(error) : undefined)}
          className="w-40"
        />
      </form>
    </Dialog>
  );
}
