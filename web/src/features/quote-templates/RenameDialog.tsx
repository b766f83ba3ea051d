import { type FormEvent, useState } from "react";
import { getErrorMessage } from "../../api/errors";
import { useUpdateTemplate } from "../../entities/quote-templates/mutations";
import { type QuoteTemplate, toTemplateInput } from "../../entities/quote-templates/quoteTemplate";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";

/** Calls a template something else. */
export function RenameTemplateDialog({
  template,
  onClose,
}: {
  template: QuoteTemplate;
  onClose: () => void;
}) {
  const [name, setName] = useState(template.name);
  const update = useUpdateTemplate();
  const save = (event: FormEvent) => {
    event.preventDefault();
    update.mutate(
      { template, input: toTemplateInput(template, name) },
      {
        onSuccess: () => {
          toast({ title: `It’s now called ${name.trim()}`, tone: "good" });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Rename ${template.name}`}>
      <form noValidate onSubmit={save} className="grid gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          error={update.error ? getErrorMessage(update.error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" block busy={update.isPending} busyLabel="Saving…">
          Save name
        </Button>
      </form>
    </Dialog>
  );
}
