import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");

/** What the app calls nowhere: a test compares the layout of the figures in memory with it, and a benchmark reads it. */
const OF_TESTS = ["resultNames"];

it("has no door in the package that nobody goes through", () => {
  const types = readFileSync(join(SRC, "rules/pkg/plumbline.d.ts"), "utf8");
  const doors = [...types.matchAll(/^export function (\w+)\(/gm)].map(([, name = ""]) => name);
  expect(doors).toContain("readFigure");
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^rules[\\/]pkg|generated|^testing/.test(file),
  );
  const code = files.map((file) => readFileSync(join(SRC, file), "utf8"));
  // Only what has the rules at hand: words such as 'price' stand everywhere.
  const callers = code.filter((text) => /rules|Rules|advice|Sums/.test(text));
  // Taken out of the rules, or called on them; with its own name for a member of something else it is no call.
  const isCalled = (name: string) =>
    callers.some((text) => new RegExp(`(?:\\.|[{,(]\\s*|"| )${name}\\b(?!\\??:)`).test(text));
  expect(doors.filter((name) => !isCalled(name))).toEqual(OF_TESTS);
});
