// @vitest-environment node
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importsIn, modulesIn } from "./imports.mjs";
import { unreached } from "./reach.mjs";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** The `@source` lines of a stylesheet, as patterns for paths within `src`. */
function sources(sheet: string): RegExp[] {
  const css = readFileSync(`${source}/${sheet}`, "utf8");
  return [...css.matchAll(/@source "\.\/([^"]+)"/g)].map(([, path = ""]) => {
    const pattern = path
      .replace(/[.]/g, "\\.")
      .replace(/\{([^}]+)\}/, (_, names) => `(${names.replaceAll(",", "|")})`);
    return new RegExp(`^${pattern}(/|$)`);
  });
}

// Reads every file of the app.
test.each([
  ["public.css", ["public.tsx"]],
  ["check.css", ["check.tsx"]],
  ["site.css", ["site.ts", "site-pages.tsx"]],
])(
  "%s looks at every piece of the pages that have it",
  async (sheet, entries) => {
    const modules = await modulesIn(source);
    const idle = new Set(unreached(modules, await importsIn(source), entries));
    const pieces = modules.filter(
      (module) => module.endsWith(".tsx") && !module.includes(".test.") && !idle.has(module),
    );
    const styled = pieces.filter((module) =>
      readFileSync(`${source}/${module}`, "utf8").includes("className"),
    );
    const looked = sources(sheet);
    expect(styled.filter((module) => !looked.some((pattern) => pattern.test(module)))).toEqual([]);
  },
  30_000,
);
