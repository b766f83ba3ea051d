import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../ui/Button";
import { FigureInput } from "../../ui/FigureInput";
import type { ExpenseForm } from "./expense";

/** What part of an expense was not for the business. Few have any, so it is asked for first. */
export function PrivateField({ form }: { form: UseFormReturn<ExpenseForm> }) {
  const { control, watch, formState } = form;
  const [isAsked, setAsked] = useState(false);
  const isShown = isAsked || watch("privateShare") !== "" || formState.errors.privateShare !== undefined;
  if (!isShown) {
    return (
      <Button variant="quiet" className="self-start" onClick={() => setAsked(true)}>
        Part of this was private
      </Button>
    );
  }
  return (
    <FigureInput
      control={control}
      name="privateShare"
      label="Private part"
      optional
      suffix="%"
      placeholder="0"
      autoFocus={isAsked}
      className="sm:max-w-56"
      help="Not for the business, so your tax return leaves it out."
    />
  );
}
