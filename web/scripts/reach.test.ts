// @vitest-environment node
import { expect, test } from "vitest";
import { importsOf } from "./imports.mjs";
import { unreached } from "./reach.mjs";

/** The modules that aren't reachable from `main.tsx`. */
function idle(sources: Record<string, string>) {
  const imports = Object.entries(sources).flatMap(([file, source]) => importsOf(file, source));
  return unreached(Object.keys(sources), imports, ["main.tsx"]);
}

test("what a page needs is reached, however it is imported", () => {
  expect(
    idle({
      "main.tsx": 'import "./app/start"; const later = () => import("./app/later.tsx");',
      "app/start.ts": 'import type { A } from "../api/A";',
      "app/later.tsx": 'type B = import("../api/B").B;',
      "api/A.ts": 'import type { C } from "./C";',
      "api/B.ts": "",
      "api/C.ts": "",
    }),
  ).toEqual([]);
});

test("what nobody imports is told of, and what only such or tests import", () => {
  expect(
    idle({
      "main.tsx": "",
      "api/A.ts": 'import type { B } from "./B"; import "../main";',
      "api/B.ts": "",
      "api/C.ts": "",
      "api/C.test.ts": 'import { c } from "./C";',
    }),
  ).toEqual(["api/A.ts", "api/B.ts", "api/C.ts"]);
});

test("what helps tests need not be reached", () => {
  expect(idle({ "main.tsx": "", "testing/open-app.tsx": "" })).toEqual([]);
});
