import { useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { isStatus } from "./client";
import { isIdTaken } from "./errors";
import { showFieldErrors } from "./field-errors";
import { newId } from "./requests";

/**
 * Saves a form's values. `write` receives an id that stays the same while the form is mounted, so that
 * retrying a create after a lost response doesn't create a second record; if another record was saved under
 * that id meanwhile, the values are saved under a new id. Field errors from the server are shown at their
 * fields; any other error is returned as the message `problem`.
 */
export function useFormSave<Saved, Input extends FieldValues>({
  recordName,
  form,
  id: given,
  fields,
  write,
  onSaved,
}: {
  /** The record's name within a sentence: 'contact'. */
  recordName: string;
  form: UseFormReturn<Input>;
  /** The id from before, if the form was reopened. */
  id?: string;
  fields: readonly Path<Input>[];
  write: (id: string, input: Input) => Promise<Saved>;
  onSaved: (thing: Saved) => void;
}) {
  const [first] = useState(() => given ?? newId());
  const id = useRef(first);
  const [problem, setProblem] = useState<string | null>(null);
  const save = form.handleSubmit(async (input) => {
    setProblem(null);
    try {
      onSaved(
        await write(id.current, input).catch((error: unknown) => {
          if (!isIdTaken(error)) throw error;
          id.current = newId();
          return write(id.current, input);
        }),
      );
    } catch (error) {
      setProblem(
        isStatus(error, 409)
          ? `This ${recordName} has been changed somewhere else in the meantime. Reload the page to see it, then make your change again.`
          : showFieldErrors(error, form.setError, fields),
      );
    }
  });
  return { save, problem };
}
