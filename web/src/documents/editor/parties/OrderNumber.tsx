import { Hash } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/TextField";
import { useEcho } from "../../../ui/useEcho";

/** Its field's id; while nobody has asked for the field, that of the button that brings it. */
export const ORDER_NUMBER = "orderNumber";

/** The customer's own number of their order (PO). There is no field until somebody asks for one. */
export function OrderNumber({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (number: string) => void;
  error: string | undefined;
}) {
  const [isAsked, setAsked] = useState(false);
  const [text, echo] = useEcho(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The button under the finger has become this field.
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  if (!isAsked && text === "" && !error) {
    return (
      <Button
        id={ORDER_NUMBER}
        variant="quiet"
        icon={<Hash aria-hidden size={18} strokeWidth={1.75} />}
        onClick={() => setAsked(true)}
        className="-ml-3 justify-self-start px-3"
      >
        Add their order number
      </Button>
    );
  }
  return (
    <TextField
      id={ORDER_NUMBER}
      label="Their order number"
      optional
      ref={field}
      maxLength={100}
      autoComplete="off"
      help="As your customer writes it, such as PO-1234. It goes on the document, next to the dates."
      value={text}
      onChange={({ target }) => {
        setAsked(true);
        echo(target.value);
        onChange(target.value);
      }}
      error={error}
    />
  );
}
