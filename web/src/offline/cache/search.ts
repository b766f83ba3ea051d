import { foldText } from "../../ui/fold-text";

/** The search words of a cached row: each preceded by a space, as the server stores them. */
export function buildSearchWords(texts: readonly (string | null | undefined)[]): string {
  const words = new Set(texts.flatMap((text) => splitWords(text ?? "")));
  return [...words].map((word) => ` ${word}`).join("");
}

/** Whether each typed word is the beginning of some word of a row. */
export function matchesSearch(words: string, typed: string): boolean {
  return splitWords(typed).every((word) => words.includes(` ${word}`));
}

/**
 * Words consist of letters and digits; an apostrophe joins them, since `foldText` removes it, and a point
 * within a number is part of it.
 */
function splitWords(text: string): string[] {
  return foldText(text)
    .replace(/(\d),(?=\d{3})/g, "$1")
    .split(/[^\p{L}\p{N}.]+|\.(?!\d)/u)
    .filter(Boolean);
}

/** One page of cached rows, and the start of the next page. */
export function paginate<Row>(
  rows: readonly Row[],
  query: Record<string, unknown> = {},
): { data: Row[]; nextCursor: string | null } {
  const limit = Number(query.limit) || 50;
  const from = Number(String(query.cursor ?? "").replace(/^held-/, "")) || 0;
  const end = from + limit;
  return { data: rows.slice(from, end), nextCursor: end < rows.length ? `held-${end}` : null };
}
