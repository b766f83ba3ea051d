import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");

/** What the app calls nowhere: tests compare the figures in memory, and their layout, with these, and a benchmark reads them. */
const ONLY_IN_TESTS = ["resultNames", "Draft.totals"];

it("has no door in the package that nobody goes through", () => {
  const types = readFileSync(join(SRC, "rules/pkg/plumbline.d.ts"), "utf8");
  const doors = [...types.matchAll(/^export function (\w+)\(/gm)].map(([, name = ""]) => name);
  expect(doors).toContain("readFigure");
  // And what can be done with the document that is held in it.
  const draft = /^export class Draft \{(.*?)^\}/ms.exec(types)?.[1] ?? "";
  const methods = [...draft.matchAll(/^ {4}(?:readonly )?(\w+)[(:]/gm)].map(([, name = ""]) => name);
  expect(methods).toContain("setLineNumber");
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^rules[\\/]pkg|generated|^testing/.test(file),
  );
  const code = files.map((file) => readFileSync(join(SRC, file), "utf8"));
  // Only what has the rules at hand: words such as 'price' stand everywhere.
  const callers = code.filter((text) => /rules|Rules|advice|Sums/.test(text));
  // Taken out of the rules, or called on them; with its own name for a member of something else it is no call.
  const isCalled = (name: string) =>
    callers.some((text) => new RegExp(`(?:\\.|[{,(]\\s*|"| )${name}\\b(?!\\??:)`).test(text));
  const ofDraft = callers.filter((text) => /Rules\["Draft"\]|rules\.Draft/.test(text));
  const isDone = (name: string) => ofDraft.some((text) => new RegExp(`\\bdraft\\.${name}\\b`).test(text));
  const idle = methods.filter((name) => name !== "constructor" && !isDone(name));
  const unused = [...doors.filter((name) => !isCalled(name)), ...idle.map((name) => `Draft.${name}`)];
  expect(unused).toEqual(ONLY_IN_TESTS);
});
