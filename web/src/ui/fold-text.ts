/** Characters that NFKD doesn't decompose. */
const CHARACTER_MAP: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ς: "σ",
};

/**
 * A text in the form that searches compare: lower case in any script, without accents and apostrophes.
 * 'ÉCLAIR', 'éclair' and 'eclair' are equal, as on the server, and so are "O’Hara", "O'Hara" and 'ohara'.
 */
export function foldText(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize("NFKD")
    // The first alternative is what NFKD makes of a standalone acute accent.
    .replace(/ \u0301|['’‘ʼ`´]|\p{Mn}/gu, "");
  return replaceSpecialCharacters(plain);
}

/**
 * The form of a name that lists sort by: lower case without accents, with all other characters in place, as
 * the server stores it.
 */
export const toSortKey = (name: string): string =>
  replaceSpecialCharacters(
    name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{Mn}/gu, ""),
  );

const replaceSpecialCharacters = (text: string) =>
  text.replace(/[ßæœþøłđðħıς]/g, (character) => CHARACTER_MAP[character] ?? character);
