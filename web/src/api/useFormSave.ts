import { useRef, useState } from "react";
import type { FieldPath, FieldValues, Path, UseFormReturn, UseFormSetError } from "react-hook-form";
import { isStatus } from "./client";
import { ApiError, getErrorMessage, isIdTaken } from "./errors";
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

/**
 * Shows each of the server's field errors at its field and focuses the first one in the page. Returns the
 * message for above the form, or null if every error belonged to a field.
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  fields: readonly FieldPath<V>[],
): string | null {
  if (!(error instanceof ApiError)) return getErrorMessage(error);
  const known = new Set<string>(fields);
  // The form calls 'sites.0.name' what the server calls 'sites[0].name'.
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

/** The first of these fields in page order, whatever the order of the errors. */
function findFirstFieldInPage(names: string[]): string | undefined {
  for (const field of document.querySelectorAll("input, select, textarea")) {
    const name = field.getAttribute("name");
    if (name !== null && names.includes(name)) return name;
  }
  return names[0];
}
