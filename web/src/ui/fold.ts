/** Letters that no decomposition takes apart. */
const LETTERS: Record<string, string> = {
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
 * A text as searches compare it: small letters of any script, without accents. 'ÉCLAIR', 'éclair' and 'eclair'
 * are one, as they are to the server.
 */
export function fold(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "");
  return plain.replace(/[ßæœþøłđðħıς]/g, (letter) => LETTERS[letter] ?? letter);
}
