import { type FormEvent, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { NumberField } from "../../ui/NumberField";
import { useSaveTaxPot } from "./queries";

/** How much is put aside for tax. */
export function TaxPotDialog({ percentage, onClose }: { percentage: string; onClose: () => void }) {
  const [typed, setTyped] = useState(percentage);
  const saveTaxPot = useSaveTaxPot();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveTaxPot.mutate(typed, { onSuccess: onClose });
  };
  const { error } = saveTaxPot;
  const fieldError =
    error instanceof ApiError ? error.errors.find(({ path }) => path === "percentage")?.msg : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your tax pot"
      description="What you put aside for tax, out of the total without VAT. CIS deductions count towards it. It’s your choice: no money moves."
      footer={
        <Button type="submit" form="pot" variant="primary" busy={saveTaxPot.isPending} busyLabel="Saving…">
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
          error={fieldError ?? (error ? getErrorMessage(error) : undefined)}
          className="w-40"
        />
      </form>
    </Dialog>
  );
}
