import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ContactForm } from "./ContactForm";
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
      <ContactForm
        initialName={name ?? ""}
        onSaved={onSaved}
        actions={({ busy, form }) => (
          <DialogFooter>
            <Button type="submit" form={form} variant="primary" block busy={busy} busyLabel="Saving…">
              Save customer
            </Button>
          </DialogFooter>
        )}
      />
    </Dialog>
  );
}
