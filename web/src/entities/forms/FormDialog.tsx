import { type ReactNode, useId } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { FormSaving } from "./useRecordForm";

/** A form in a dialog: its fields, why they were not saved, and the buttons. */
export function FormDialog({
  title,
  description,
  saving: { save, problem, isSaving },
  saveLabel,
  busyLabel,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  saving: FormSaving;
  /** The button's label, and its label while it is saving. */
  saveLabel: string;
  busyLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const form = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isSaving} busyLabel={busyLabel}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save} className="grid gap-5">
        {problem ? (
          <Banner tone="red" live>
            {problem}
          </Banner>
        ) : null}
        {children}
      </form>
    </Dialog>
  );
}
