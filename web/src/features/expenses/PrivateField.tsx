import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../ui/Button";
import { FormNumberField } from "../../ui/FigureInput";
import type { ExpenseFormValues } from "./expense";

/** What part of an expense was not for the business. Few have any, so it is asked for first. */
export function PrivateShareField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { control, watch, formState } = form;
  const [isOpened, setIsOpened] = useState(false);
  const isVisible = isOpened || watch("privateShare") !== "" || formState.errors.privateShare !== undefined;
  if (!isVisible) {
    return (
      <Button variant="quiet" className="self-start" onClick={() => setIsOpened(true)}>
        Part of this was private
      </Button>
    );
  }
  return (
    <FormNumberField
      control={control}
      name="privateShare"
      label="Private part"
      optional
      suffix="%"
      placeholder="0"
      autoFocus={isOpened}
      className="sm:max-w-56"
      help="Not for the business, so your tax return leaves it out."
    />
  );
}
