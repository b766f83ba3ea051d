// What each engine supports, by docs/browsers.md: the table there is compared with what the browsers report.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { ENGINES } from "./support/drivers.mjs";
import { person } from "./support/person.mjs";
import { PROBES } from "./support/probes.mjs";
import { stage } from "./support/stage.mjs";

const { server } = stage();

test("the engines can do what the table says", { concurrency: true }, async (t) => {
  const table = await written();
  const each = Object.keys(ENGINES).map((engine) =>
    t.test(engine, async (t) => {
      const visitor = await person(engine, t);
      await visitor.goto(`${server().url}/login`);
      await visitor.see("field", "Email");
      const found = {};
      for (const [name, probe] of Object.entries(PROBES))
        found[name] = (await visitor.session.read(probe).catch(() => false)) ? "yes" : "no";
      assert.deepEqual(found, table[engine]);
    }),
  );
  await Promise.all(each);
});

/** The rows of the table under 'What each engine can do': engine → feature → yes or no. */
async function written() {
  const page = await readFile(new URL("../../docs/browsers.md", import.meta.url), "utf8");
  const [, section] = page.split("## What each engine can do");
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  const cells = rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const [head, , ...body] = cells;
  return Object.fromEntries(
    Object.keys(ENGINES).map((engine) => {
      const column = head.indexOf(engine);
      return [engine, Object.fromEntries(body.map((row) => [row[0], row[column]]))];
    }),
  );
}
