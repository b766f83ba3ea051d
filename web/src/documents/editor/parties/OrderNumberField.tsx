import { Hash } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { useEchoedText } from "../../../ui/hooks";
import { TextField } from "../../../ui/TextField";

/** The id of the field; before the field is displayed, of the button that adds it. */
export const ORDER_NUMBER_ID = "orderNumber";

/** The customer's order number (PO). There is no field until the user adds one. */
export function OrderNumberField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (number: string) => void;
  error: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const [text, echo] = useEchoedText(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The pressed button has been replaced by this field.
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  if (!isOpen && text === "" && !error) {
    return (
      <Button
        id={ORDER_NUMBER_ID}
        variant="quiet"
        icon={<Hash aria-hidden size={18} strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
        className="-ml-3 justify-self-start px-3"
      >
        Add their order number
      </Button>
    );
  }
  return (
    <TextField
      id={ORDER_NUMBER_ID}
      label="Their order number"
      optional
      ref={field}
      maxLength={100}
      autoComplete="off"
      help="As your customer writes it, such as PO-1234. It goes on the document, next to the dates."
      value={text}
      onChange={({ target }) => {
        setOpen(true);
        echo(target.value);
        onChange(target.value);
      }}
      error={error}
    />
  );
}
