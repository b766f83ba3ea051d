import { type FormEvent, useId, useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { TextArea, TextField } from "../../../ui/TextField";
import type { StoredDocument } from "../../types";
import { useUpdateCreditNoteTexts } from "./mutations";

/** Changes the texts of a credit note: the reason and the notes for its customer. */
export function EditCreditNoteDialog({
  document: doc,
  open,
  onOpenChange,
}: {
  document: StoredDocument;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const form = useId();
  const updateTexts = useUpdateCreditNoteTexts(doc);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit reason and notes"
      description={
        doc.status === "draft"
          ? "This doesn’t change the figures. To change them, delete this draft and make another."
          : "This doesn’t change the figures. Your customer sees the new words straight away."
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={updateTexts.isPending}
            busyLabel="Saving…"
          >
            Save
          </Button>
        </>
      }
    >
      {open && (
        <EditCreditNoteForm
          id={form}
          document={doc}
          updateTexts={updateTexts}
          onDone={() => onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

function EditCreditNoteForm({
  id,
  document: doc,
  updateTexts,
  onDone,
}: {
  id: string;
  document: StoredDocument;
  updateTexts: ReturnType<typeof useUpdateCreditNoteTexts>;
  onDone: () => void;
}) {
  const [reason, setReason] = useState(doc.jobDescription);
  const [notes, setNotes] = useState(doc.notes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    updateTexts.mutate({ reason: reason.trim(), notes: notes.trim() }, { onSuccess: onDone });
  };
  return (
    <form id={id} onSubmit={submit} className="grid gap-4" noValidate>
      <TextField
        label="Reason"
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextArea label="Notes" optional value={notes} onChange={(event) => setNotes(event.target.value)} />
      {updateTexts.error && (
        <Banner tone="red" live>
          {getErrorMessage(updateTexts.error)}
        </Banner>
      )}
    </form>
  );
}
