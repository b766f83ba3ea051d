// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The files with texts for users; tests and generated types are excluded. */
const sources = ["../src/", "../../server/templates/"].flatMap((folder) => {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(tsx?|html|txt)$/.test(path) && !/\.test\.ts$|generated|pkg/.test(path))
    .map((path) => ({ path, text: readFileSync(root + path, "utf8") }));
});

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Each place where this wording is used. */
function found(words: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text
      .replace(comment, "")
      .split("\n")
      .filter((line) => words.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

test("finds the source files", () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.some(({ path }) => path.endsWith(".html"))).toBe(true);
});

test("no text says 'e-mail' instead of 'email'", () => {
  expect(found(/\be-mail/i)).toEqual([]);
});

test("no text says 'clients' instead of 'customers'", () => {
  expect(found(/["'`>][^"'`<]*\b(?:your|the|a) clients?\b/i)).toEqual([]);
});

test("no text uses 'Is this meant so', 'Not sent yet' or a bare 'To' as a label", () => {
  expect(
    found(/Is this meant so|Not sent yet|>To<|label="To"/).filter((line) => !/EmailFields|Paper/.test(line)),
  ).toEqual([]);
});
