import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError, getErrorMessage } from "./errors";

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
