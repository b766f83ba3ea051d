import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError, errorMessage } from "./errors";

/**
 * Puts each field error of the server under its field, and the focus on the first in the page. Answers what is left to say
 * above the form: null when every error found its field.
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  fields: readonly FieldPath<V>[],
): string | null {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const known = new Set<string>(fields);
  // A form says 'sites.0.name' for what the server calls 'sites[0].name'.
  const told = error.errors.map(({ path, msg }) => ({ path: path.replace(/\[(\d+)\]/g, ".$1"), msg }));
  const found = told.filter(({ path }) => known.has(path));
  const left = told.filter(({ path }) => !known.has(path));
  const first = firstInPage(found.map(({ path }) => path));
  for (const { path, msg } of found) {
    setError(path as FieldPath<V>, { type: "server", message: msg }, { shouldFocus: path === first });
  }
  if (left.length > 0) return left.map(({ msg }) => msg).join(" ");
  return found.length > 0 ? null : errorMessage(error);
}

/** Which of these fields stands first in the page, whatever the order in which they were found wrong. */
function firstInPage(names: string[]): string | undefined {
  for (const field of document.querySelectorAll("input, select, textarea")) {
    const name = field.getAttribute("name");
    if (name !== null && names.includes(name)) return name;
  }
  return names[0];
}
