import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError, getErrorMessage } from "./errors";

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
