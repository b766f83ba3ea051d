// @vitest-environment node
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importsIn, modulesIn } from "./imports.mjs";
import { unreached } from "./reach.mjs";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** The `@source` lines of the customer's stylesheet, as patterns of paths within `src`. */
function sources(): RegExp[] {
  const css = readFileSync(`${source}/public.css`, "utf8");
  return [...css.matchAll(/@source "\.\/([^"]+)"/g)].map(([, path = ""]) => {
    const pattern = path
      .replace(/[.]/g, "\\.")
      .replace(/\{([^}]+)\}/, (_, names) => `(${names.replaceAll(",", "|")})`);
    return new RegExp(`^${pattern}(/|$)`);
  });
}

// It reads every file of the app.
test("the customer's stylesheet looks at every piece of the customer's page", async () => {
  const modules = await modulesIn(source);
  const idle = new Set(unreached(modules, await importsIn(source), ["public.tsx"]));
  const pieces = modules.filter(
    (module) => module.endsWith(".tsx") && !module.includes(".test.") && !idle.has(module),
  );
  const styled = pieces.filter((module) => readFileSync(`${source}/${module}`, "utf8").includes("className"));
  const looked = sources();
  expect(styled.filter((module) => !looked.some((pattern) => pattern.test(module)))).toEqual([]);
}, 30_000);
