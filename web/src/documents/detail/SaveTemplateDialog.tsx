import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { getErrorMessage } from "../../api/errors";
import { newId } from "../../api/requests";
import { useCreateTemplate, useUpdateTemplate } from "../../entities/quote-templates/mutations";
import { templatesQuery } from "../../entities/quote-templates/queries";
import { findTemplateByName, toTemplateInput } from "../../entities/quote-templates/quoteTemplate";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";

/** The server's limit of characters for a template's name. */
const MAX_NAME_LENGTH = 200;

/** Saves a quote as a template, under a new name or replacing the template with the same name. */
export function SaveTemplateDialog({
  document: doc,
  onClose,
}: {
  document: StoredDocument;
  onClose: () => void;
}) {
  const [name, setName] = useState(
    () => doc.jobDescription.trim().split("\n")[0]?.slice(0, MAX_NAME_LENGTH) ?? "",
  );
  // Stable, so that a retry after a lost response doesn't create a second template.
  const [id] = useState(newId);
  const templates = useQuery(templatesQuery).data ?? [];
  const create = useCreateTemplate();
  const update = useUpdateTemplate();
  const existing = findTemplateByName(templates, name);
  const isBusy = create.isPending || update.isPending;
  const error = existing ? update.error : create.error;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const input = toTemplateInput(doc, name);
    const callbacks = {
      onSuccess: () => {
        toast({
          title: existing ? `${input.name} was updated` : `${input.name} was saved as a template`,
          tone: "good" as const,
        });
        onClose();
      },
    };
    if (existing) update.mutate({ template: existing, input }, callbacks);
    else create.mutate({ id, input }, callbacks);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as template"
      description={`Start your next quote with its lines, prices, notes and terms. ${
        doc.photos?.length
          ? "The customer, the dates and the photos are left out."
          : "The customer and the dates are left out."
      }`}
    >
      <form noValidate onSubmit={save} className="grid gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          help={existing ? `This replaces what’s in ${existing.name} now.` : undefined}
          error={error ? getErrorMessage(error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" block busy={isBusy} busyLabel="Saving…">
          {existing ? "Update template" : "Save template"}
        </Button>
      </form>
    </Dialog>
  );
}
