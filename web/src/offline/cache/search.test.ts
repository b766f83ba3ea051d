import { expect, test } from "vitest";
import { buildSearchWords, matchesSearch, paginate } from "./search";

test("a row is found by beginnings of its words, whatever their case and accents", () => {
  const words = buildSearchWords(["Q-0012", "Éclair & Söhne", "New boiler's flue", "1,234.50"]);
  for (const typed of ["eclair", "soh boil", "boilers", "0012", "1234.5", "q-0012", ""]) {
    expect(matchesSearch(words, typed), typed).toBe(true);
  }
  for (const typed of ["oiler", "eclairs", "9"]) expect(matchesSearch(words, typed), typed).toBe(false);
});

test("pages follow each other without gap or repeat", () => {
  const rows = Array.from({ length: 120 }, (_, at) => at);
  const first = paginate(rows, { limit: "50" });
  const second = paginate(rows, { limit: "100", cursor: first.nextCursor });
  expect([...first.data, ...second.data]).toEqual(rows);
  expect(second.nextCursor).toBeNull();
});
