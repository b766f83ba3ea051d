import { useQueries } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import { ALL_KINDS } from "../../documents/kind";
import type { Contact } from "../../entities/contacts/contact";
import { useDeleteContact } from "../../entities/contacts/mutations";
import { Button } from "../../ui/Button";
import { ConfirmDialog, Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { contactTotalQuery } from "./queries";

/** Asks before a contact goes for good; one that has documents cannot go, and is told what to do instead. */
export function DeleteContactDialog({
  contact,
  open,
  onOpenChange,
  onMerge,
}: {
  contact: Contact;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Makes one contact of this and another in place of deleting it. */
  onMerge: () => void;
}) {
  const navigate = useNavigate();
  const deleteContact = useDeleteContact();
  const totals = useQueries({
    queries: ALL_KINDS.map(({ kind }) => ({ ...contactTotalQuery(kind, contact.id), enabled: open })),
  });
  const name = contact.name || contact.company;
  const documents = totals.reduce((sum, { data }) => sum + (data ?? 0), 0);

  const handleDelete = async () => {
    try {
      await deleteContact.mutateAsync(contact);
      navigate("/contacts", { replace: true });
      toast({ title: `${name} was deleted` });
    } catch (error) {
      onOpenChange(false);
      toast({ title: `${name} wasn’t deleted`, description: getErrorMessage(error), tone: "bad" });
    }
  };

  if (documents > 0) {
    const merge = () => {
      onOpenChange(false);
      onMerge();
    };
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={`${name} can’t be deleted`}
        description={`${documents === 1 ? "A quote or invoice is" : `${documents} quotes and invoices are`} for this customer. You can delete drafts, but not what you’ve sent. If this customer is in the list twice, merge the two.`}
        footer={
          <>
            <Button onClick={() => onOpenChange(false)}>Keep contact</Button>
            <Button variant="primary" onClick={merge}>
              Merge with another
            </Button>
          </>
        }
      />
    );
  }
  return (
    <ConfirmDialog
      // A moment: whoever has documents is not asked first and refused then.
      open={open && totals.every(({ isPending }) => !isPending)}
      onOpenChange={onOpenChange}
      title={`Delete ${name}?`}
      description="This deletes their details, notes and job addresses. It can’t be undone."
      confirmLabel="Delete contact"
      busy={deleteContact.isPending}
      onConfirm={handleDelete}
    />
  );
}
