import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");

/**
 * Not called by the app: tests compare the totals in memory and their layout with these, and a benchmark
 * reads them.
 */
const ONLY_IN_TESTS = ["resultNames", "Draft.totals"];

it("exports nothing from the package that is not used", () => {
  const types = readFileSync(join(SRC, "rules/pkg/plumbline.d.ts"), "utf8");
  const doors = [...types.matchAll(/^export function (\w+)\(/gm)].map(([, name = ""]) => name);
  expect(doors).toContain("parseNumber");
  // And the methods of the document held in it.
  const draft = /^export class Draft \{(.*?)^\}/ms.exec(types)?.[1] ?? "";
  const methods = [...draft.matchAll(/^ {4}(?:readonly )?(\w+)[(:]/gm)].map(([, name = ""]) => name);
  expect(methods).toContain("setLineNumber");
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^rules[\\/]pkg|generated|^testing/.test(file),
  );
  const code = files.map((file) => readFileSync(join(SRC, file), "utf8"));
  // Only files that use the rules, because names such as 'price' appear everywhere.
  const callers = code.filter((text) => /rules|Rules|advice|Sums/.test(text));
  // Destructured from the rules or called on them; a property of the same name in something else isn't a
  // call.
  const isCalled = (name: string) =>
    callers.some((text) => new RegExp(`(?:\\.|[{,(]\\s*|"| )${name}\\b(?!\\??:)`).test(text));
  const ofDraft = callers.filter((text) => /Rules\["Draft"\]|rules\.Draft/.test(text));
  const isDone = (name: string) => ofDraft.some((text) => new RegExp(`\\bdraft\\.${name}\\b`).test(text));
  const idle = methods.filter((name) => name !== "constructor" && !isDone(name));
  const unused = [...doors.filter((name) => !isCalled(name)), ...idle.map((name) => `Draft.${name}`)];
  expect(unused).toEqual(ONLY_IN_TESTS);
});
