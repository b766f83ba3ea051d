import { useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { isStatus } from "./client";
import { isIdTaken } from "./errors";
import { showFieldErrors } from "./form-errors";
import { newId } from "./ids";

/**
 * Saves what a form holds. `write` gets an id that stays the same as long as the form is there, so that a create
 * which is tried again after a lost answer is the same create; where something else was saved under it meanwhile, what
 * is typed now is made beside it under another. What the server refuses goes to its fields; the rest
 * is the `problem`, a sentence.
 */
export function useFormSave<Saved, Input extends FieldValues>({
  recordName,
  form,
  id: given,
  fields,
  write,
  onSaved,
}: {
  /** Within a sentence: 'contact'. */
  recordName: string;
  form: UseFormReturn<Input>;
  /** Of a form that was opened again: the id of before. */
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
