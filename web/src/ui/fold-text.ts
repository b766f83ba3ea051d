/** Letters that no decomposition takes apart. */
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
 * A text as searches compare it: small letters of any script, without accents and apostrophes. 'ÉCLAIR', 'éclair' and
 * 'eclair' are one, as they are to the server, and so are "O’Hara", "O'Hara" and 'ohara'.
 */
export function foldText(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize("NFKD")
    // The first is what NFKD makes of an acute accent by itself.
    .replace(/ \u0301|['’‘ʼ`´]|\p{Mn}/gu, "");
  return replaceSpecialCharacters(plain);
}

/** A name as lists order it: small letters without accents, and everything else in its place, as the server keeps it. */
export const toSortKey = (name: string): string =>
  replaceSpecialCharacters(
    name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{Mn}/gu, ""),
  );

const replaceSpecialCharacters = (text: string) =>
  text.replace(/[ßæœþøłđðħıς]/g, (character) => CHARACTER_MAP[character] ?? character);
