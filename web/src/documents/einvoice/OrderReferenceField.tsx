import { useState } from "react";
import { useSupportView } from "../../ui/support-view";
import { TextField } from "../../ui/TextField";
import { ORDER_REFERENCE_ID } from "./EinvoiceFindings";
import { type EinvoiceKind, useSaveOrderReference } from "./queries";

/** The customer's own number of the order. It is saved by itself: it is no part of what was issued. */
export function OrderReferenceField({
  kind,
  id,
  saved,
  optional = true,
}: {
  kind: EinvoiceKind;
  id: string;
  saved: string;
  /** Whether the e-invoice can do without it. */
  optional?: boolean;
}) {
  const [typed, setTyped] = useState(saved);
  const isReadOnly = useSupportView() !== null;
  const save = useSaveOrderReference(kind, id);
  const saveIfChanged = () => {
    if (typed.trim() !== saved) save.mutate(typed.trim());
  };
  return (
    <TextField
      id={ORDER_REFERENCE_ID}
      label="Their order number"
      optional={optional}
      maxLength={100}
      autoComplete="off"
      readOnly={isReadOnly}
      value={typed}
      help={
        save.isPending
          ? "Saving…"
          : save.isSuccess
            ? "Saved"
            : "Exactly as your customer writes it, such as PO-1234."
      }
      onChange={({ target }) => setTyped(target.value)}
      onBlur={saveIfChanged}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        saveIfChanged();
      }}
    />
  );
}
