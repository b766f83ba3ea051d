import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import { type Contact, searchContacts } from "../../entities/contacts/contact";
import { useMergeContacts, useUndoMerge } from "../../entities/contacts/mutations";
import { contactsQuery, mergesQuery } from "../../entities/contacts/queries";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Combobox } from "../../ui/Combobox";
import { Dialog } from "../../ui/Dialog";
import { formatDateTime } from "../../ui/formats";
import { toast } from "../../ui/toast";

const MAX_SUGGESTIONS = 8;
const getContactName = (contact: Contact) => contact.name || contact.company;

/** Merges another contact into this one; the other is removed. */
export function MergeContactsDialog({
  contact,
  open,
  onOpenChange,
}: {
  contact: Contact;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { data: contacts = [] } = useQuery(contactsQuery);
  const [typed, setTyped] = useState("");
  const [other, setOther] = useState<Contact | null>(null);
  const merge = useMergeContacts();
  const undo = useUndoMerge();
  const { data: merges = [] } = useQuery({ ...mergesQuery(contact.id), enabled: open });
  // Undone from a toast, the merge may be undone when another page is open.
  const undoMerge = async (merged: Contact, id: string, name: string) => {
    try {
      await undo.mutateAsync({ contact: merged, other: id });
      close(false);
      toast({ title: `${name} is a separate customer again`, tone: "good" });
    } catch (error) {
      toast({ title: "The merge was not undone", description: getErrorMessage(error), tone: "bad" });
    }
  };
  const others = contacts.filter(({ id }) => id !== contact.id);
  const close = (next: boolean) => {
    if (!next) {
      setOther(null);
      setTyped("");
      merge.reset();
    }
    onOpenChange(next);
  };
  const handleMerge = async () => {
    if (!other) return;
    try {
      const merged = await merge.mutateAsync({ contact, other });
      close(false);
      toast({
        title: `${getContactName(other)} is now part of ${getContactName(contact)}`,
        tone: "good",
        action: { label: "Undo", onPress: () => void undoMerge(merged, other.id, getContactName(other)) },
      });
    } catch {
      // The dialog displays the error.
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={`Merge another customer into ${getContactName(contact)}`}
      description="For a customer who is in your list twice. Their quotes, invoices, notes and job addresses all move here."
      footer={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!other}
            busy={merge.isPending}
            busyLabel="Merging…"
            onClick={() => void handleMerge()}
          >
            Merge contacts
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {merge.error ? (
          <Banner tone="red" live>
            {getErrorMessage(merge.error)}
          </Banner>
        ) : null}
        <Combobox
          id="mergeOther"
          label="The other customer"
          placeholder="Search customers"
          value={other ? getContactName(other) : typed}
          onValueChange={(text) => {
            setOther(null);
            setTyped(text);
          }}
          options={searchContacts(others, typed)
            .slice(0, MAX_SUGGESTIONS)
            .map((one) => ({
              id: one.id,
              label: getContactName(one),
              hint: [one.name ? one.company : "", one.post_code || one.email].filter(Boolean).join(" · "),
            }))}
          onSelect={({ id }) => setOther(others.find((one) => one.id === id) ?? null)}
        />
        {other ? (
          <div className="text-sm">
            <p className="font-medium text-ink">What happens</p>
            <ul className="mt-1 list-disc pl-5">
              <li>{`${getContactName(contact)} stays, with the documents of both.`}</li>
              <li>{`We fill in empty details from ${getContactName(other)} and add any differences to the notes.`}</li>
              <li>Documents you’ve already sent stay as they are.</li>
              <li>{`${getContactName(other)} is no longer in your contacts. You can undo this for 30 days.`}</li>
            </ul>
          </div>
        ) : null}
        {merges.length > 0 ? (
          <div className="text-sm">
            <p className="font-medium text-ink">Merged in the last 30 days</p>
            <ul className="mt-1 divide-y divide-line">
              {merges.map(({ other: id, name, mergedAt }) => (
                <li key={id} className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0 wrap-anywhere" dir="auto">
                    {name} <span className="text-quiet">{formatDateTime(mergedAt)}</span>
                  </span>
                  <Button
                    disabled={undo.isPending}
                    writes
                    aria-label={`Undo the merge of ${name}`}
                    onClick={() => void undoMerge(contact, id, name)}
                  >
                    Undo
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
