import { foldText } from "../../ui/fold-text";

/** The words of some texts as a held row is found by them: each behind a blank, as the server keeps them. */
export function buildSearchWords(texts: readonly (string | null | undefined)[]): string {
  const words = new Set(texts.flatMap((text) => splitWords(text ?? "")));
  return [...words].map((word) => ` ${word}`).join("");
}

/** Whether some word of a row begins with each word that was typed. */
export function matchesSearch(words: string, typed: string): boolean {
  return splitWords(typed).every((word) => words.includes(` ${word}`));
}

/** Letters and digits are words; an apostrophe joins, as `foldText` leaves it out; a point stays within a number. */
function splitWords(text: string): string[] {
  return foldText(text)
    .replace(/(\d),(?=\d{3})/g, "$1")
    .split(/[^\p{L}\p{N}.]+|\.(?!\d)/u)
    .filter(Boolean);
}

/** A page of what is held: the rows, and where the next begins. */
export function paginate<Row>(
  rows: readonly Row[],
  query: Record<string, unknown> = {},
): { data: Row[]; nextCursor: string | null } {
  const limit = Number(query.limit) || 50;
  const from = Number(String(query.cursor ?? "").replace(/^held-/, "")) || 0;
  const end = from + limit;
  return { data: rows.slice(from, end), nextCursor: end < rows.length ? `held-${end}` : null };
}
