import { useState } from "react";
import { useLooking } from "../../ui/looking";
import { TextField } from "../../ui/TextField";
import { ORDER_REFERENCE } from "./EinvoiceFindings";
import { type EinvoiceKind, useOrderReference } from "./queries";

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
  const isLook = useLooking() !== null;
  const save = useOrderReference(kind, id);
  const keep = () => {
    if (typed.trim() !== saved) save.mutate(typed.trim());
  };
  return (
    <TextField
      id={ORDER_REFERENCE}
      label="Their order number"
      optional={optional}
      maxLength={100}
      autoComplete="off"
      readOnly={isLook}
      value={typed}
      help={
        save.isPending
          ? "Saving…"
          : save.isSuccess
            ? "Saved"
            : "Exactly as your customer writes it, such as PO-1234."
      }
      onChange={({ target }) => setTyped(target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        keep();
      }}
    />
  );
}
