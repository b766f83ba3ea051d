// @vitest-environment node
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { roomOf, wrongArrows } from "./arrows.mjs";
import { importsIn, importsOf } from "./imports.mjs";

/** The errors in one line of code in one file. */
const wrong = (file: string, source: string) => wrongArrows(importsOf(file, source));

test("a room is a capability of its house, else the folder", () => {
  expect(roomOf("features/accounts/pin/flags.ts")).toBe("features/accounts");
  expect(roomOf("documents/kind.ts")).toBe("documents");
  expect(roomOf("documents/printable/print.ts")).toBe("documents/printable");
  expect(roomOf("documents/editor/DocumentEditor.tsx")).toBe("documents/editor");
  expect(roomOf("documents/editor/lines/LineCard.tsx")).toBe("documents/editor/lines");
  expect(roomOf("offline/worker/service-worker.ts")).toBe("offline");
  expect(roomOf("main.tsx")).toBe(".");
});

test("an import goes down", () => {
  expect(wrong("features/items/ItemForm.tsx", 'import { Button } from "../../ui/Button";')).toEqual([]);
  expect(
    wrong("documents/list/Page.tsx", 'import { contactsQuery } from "../../entities/contacts/queries";'),
  ).toEqual([]);
  expect(wrong("main.tsx", 'import { router } from "./app/router";')).toEqual([]);
});

test("an import upwards is refused, with its line", () => {
  expect(wrong("ui/Button.tsx", '\n\nimport { Kind } from "../documents/kind";')).toEqual([
    "src/ui/Button.tsx:3  ui imports documents, which is not below it",
  ]);
  expect(wrong("entities/items/queries.ts", 'import x from "../../documents/kind";')).toHaveLength(1);
  expect(wrong("documents/kind.ts", 'import x from "../features/quotes/routes";')).toHaveLength(1);
  expect(wrong("features/items/routes.ts", 'import x from "../../app/router";')).toHaveLength(1);
  expect(wrong("app/router.tsx", 'import "../main";')).toHaveLength(1);
});

test("folders of one floor know nothing of each other, and neither do features", () => {
  expect(wrong("ui/Form.tsx", 'import { get } from "../api/client";')).toHaveLength(1);
  expect(wrong("features/items/ItemForm.tsx", 'import x from "../contacts/queries";')).toEqual([
    "src/features/items/ItemForm.tsx:1  features/items imports features/contacts: rooms of features know nothing of " +
      "each other; what both need belongs a floor down",
  ]);
});

test("what is for tests opens the whole app, and only tests import it", () => {
  expect(wrong("testing/open-app.tsx", 'import { App } from "../app/App";')).toEqual([]);
  expect(wrong("features/items/ItemForm.test.tsx", 'import { open } from "../../testing/open-app";')).toEqual(
    [],
  );
  expect(wrong("features/items/ItemForm.tsx", 'import { open } from "../../testing/open-app";')).toEqual([
    "src/features/items/ItemForm.tsx:1  features/items imports testing, which is for tests only",
  ]);
});

test("every way to import counts", () => {
  for (const source of [
    'import "../app/x.css";',
    'import type { A } from "../app/x";',
    'export { a } from "../app/x";',
    'export * from "../app/x";',
    'const page = () => import("../app/x");',
    'type A = typeof import("../app/x");',
    'import x from "../../app/x"; // outside of src',
  ]) {
    expect(wrong("ui/x.ts", source), source).toHaveLength(1);
  }
  expect(wrong("ui/x.tsx", 'const words = <p>import x from "../app/x"</p>; // import "../app/x"')).toEqual(
    [],
  );
});

test("rooms of one house may know each other, but not in a circle", () => {
  const there = importsOf("entities/contacts/form.ts", 'import x from "../addresses/fields";');
  const back = importsOf("entities/addresses/fields.ts", 'import x from "../profiles/profile";');
  const round = importsOf("entities/profiles/profile.ts", '\nimport x from "../contacts/contact";');
  expect(wrongArrows([...there, ...back])).toEqual([]);
  const circle = wrongArrows([...there, ...back, ...round]);
  expect(circle).toHaveLength(3);
  expect(circle[2]).toBe(
    "src/entities/profiles/profile.ts:2  entities/profiles imports entities/contacts, which leads back to " +
      "entities/profiles: a circle",
  );
});

test("a folder without a floor is not overlooked", () => {
  expect(wrong("helpers/dates.ts", 'import x from "../api/client";')).toEqual([
    "src/helpers/dates.ts:1  helpers is on no floor; give it one in scripts/floors.mjs",
  ]);
});

test("what is not TypeScript is said", () => {
  expect(() => importsOf("ui/x.ts", "import {")).toThrow("ui/x.ts: ");
});

test("the house keeps to it", async () => {
  const imports = await importsIn(fileURLToPath(new URL("../src", import.meta.url)));
  expect(imports.length).toBeGreaterThan(500);
  expect(wrongArrows(imports)).toEqual([]);
});
