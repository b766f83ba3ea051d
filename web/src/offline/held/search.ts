import { fold } from "../../ui/fold";

/** The words of some texts as a held row is found by them: each behind a blank, as the server keeps them. */
export function wordsOf(texts: readonly (string | null | undefined)[]): string {
  const words = new Set(texts.flatMap((text) => split(text ?? "")));
  return [...words].map((word) => ` ${word}`).join("");
}

/** Whether some word of a row begins with each word that was typed. */
export function matches(words: string, typed: string): boolean {
  return split(typed).every((word) => words.includes(` ${word}`));
}

/** Letters and digits are words; an apostrophe joins, as `fold` leaves it out; a point stays within a number. */
function split(text: string): string[] {
  return fold(text)
    .replace(/(\d),(?=\d{3})/g, "$1")
    .split(/[^\p{L}\p{N}.]+|\.(?!\d)/u)
    .filter(Boolean);
}

/** A page of what is held: the rows, and where the next begins. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: Record<string, unknown> = {},
): { data: Row[]; nextCursor: string | null } {
  const limit = Number(query.limit) || 50;
  const from = Number(String(query.cursor ?? "").replace(/^held-/, "")) || 0;
  const end = from + limit;
  return { data: rows.slice(from, end), nextCursor: end < rows.length ? `held-${end}` : null };
}
