import { useId } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ContactFields, useContactForm } from "./ContactFields";
import type { Contact } from "./contact";

/** Adds the customer of a document while the document is being written. */
export function NewContactDialog({
  name,
  onClose,
  onSaved,
}: {
  /** The name typed so far; null while the dialog is closed. */
  name: string | null;
  onClose: () => void;
  onSaved: (contact: Contact) => void;
}) {
  return (
    <Dialog open={name !== null} onOpenChange={(open) => !open && onClose()} title="New customer" wide>
      <NewContactForm initialName={name ?? ""} onSaved={onSaved} />
    </Dialog>
  );
}

function NewContactForm(options: { initialName: string; onSaved: (contact: Contact) => void }) {
  const id = useId();
  const { form, saving } = useContactForm(options);
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        // In React's tree, this form is inside the document's.
        event.stopPropagation();
        void saving.save(event);
      }}
      className="flex flex-col gap-6"
    >
      {saving.problem ? (
        <Banner tone="red" live>
          {saving.problem}
        </Banner>
      ) : null}
      <ContactFields form={form} />
      <DialogFooter>
        <Button type="submit" form={id} variant="primary" block busy={saving.isSaving} busyLabel="Saving…">
          Save customer
        </Button>
      </DialogFooter>
    </form>
  );
}
