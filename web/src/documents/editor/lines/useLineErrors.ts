import { useMemo } from "react";
import type { LineDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/fieldErrors";

/** What a line without any has. */
export const NO_ERRORS: Readonly<Record<string, string>> = {};

const NO_LINE_ERRORS: ReadonlyMap<string, Record<string, string>> = new Map();

/** Each line's own errors; lines without any share one empty object, so that they need not render again. */
export function useLineErrors(
  lines: readonly LineDraft[],
  errors: FieldErrors,
): (id: string) => Readonly<Record<string, string>> {
  const byLine = useMemo(() => {
    if (errors.size === 0) return NO_LINE_ERRORS;
    const ids = new Set(lines.map((line) => line.id));
    const errorsByLine = new Map<string, Record<string, string>>();
    for (const [field, msg] of errors) {
      const dot = field.indexOf(".");
      const id = field.slice(0, dot);
      if (dot < 0 || !ids.has(id)) continue;
      errorsByLine.set(id, { ...errorsByLine.get(id), [field.slice(dot + 1)]: msg });
    }
    return errorsByLine;
  }, [lines, errors]);
  return (id) => byLine.get(id) ?? NO_ERRORS;
}
