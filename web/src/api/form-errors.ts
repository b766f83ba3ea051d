import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError, errorMessage } from "./errors";

/**
 * Puts each field error of the server under its field, and the focus on the first. Answers what is left to say
 * above the form: null when every error found its field.
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  fields: readonly FieldPath<V>[],
): string | null {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const known = new Set<string>(fields);
  const left: string[] = [];
  let focused = false;
  for (const { path, msg } of error.errors) {
    if (known.has(path)) {
      setError(path as FieldPath<V>, { type: "server", message: msg }, { shouldFocus: !focused });
      focused = true;
    } else {
      left.push(msg);
    }
  }
  if (left.length > 0) return left.join(" ");
  return focused ? null : errorMessage(error);
}
