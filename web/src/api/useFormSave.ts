import { useRef, useState } from "react";
import type { FieldPath, FieldValues, Path, UseFormReturn, UseFormSetError } from "react-hook-form";
import { isStatus } from "./client";
import { ApiError, getErrorMessage, isIdTaken } from "./errors";
import { newId } from "./requests";

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

/**
 * Puts each field error of the server under its field, and the focus on the first in the page. Answers what is left to say
 * above the form: null when every error found its field.
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  fields: readonly FieldPath<V>[],
): string | null {
  if (!(error instanceof ApiError)) return getErrorMessage(error);
  const known = new Set<string>(fields);
  // A form says 'sites.0.name' for what the server calls 'sites[0].name'.
  const serverErrors = error.errors.map(({ path, msg }) => ({
    path: path.replace(/\[(\d+)\]/g, ".$1"),
    msg,
  }));
  const matched = serverErrors.filter(({ path }) => known.has(path));
  const unmatched = serverErrors.filter(({ path }) => !known.has(path));
  const first = findFirstFieldInPage(matched.map(({ path }) => path));
  for (const { path, msg } of matched) {
    setError(path as FieldPath<V>, { type: "server", message: msg }, { shouldFocus: path === first });
  }
  if (unmatched.length > 0) return unmatched.map(({ msg }) => msg).join(" ");
  return matched.length > 0 ? null : getErrorMessage(error);
}

/** Which of these fields stands first in the page, whatever the order in which they were found wrong. */
function findFirstFieldInPage(names: string[]): string | undefined {
  for (const field of document.querySelectorAll("input, select, textarea")) {
    const name = field.getAttribute("name");
    if (name !== null && names.includes(name)) return name;
  }
  return names[0];
}
