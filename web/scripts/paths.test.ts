// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));
const server = fileURLToPath(new URL("../../server/work/src/site/paths.rs", import.meta.url));

/** The marketing site's page at '/support' is for visitors; the app has a page of its own at that path. */
const BOTH = ["support"];

test("the server knows the first segment of each path of the app", () => {
  const routes = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
    /routes\.ts$|^app.router\.tsx$/.test(name),
  );
  const words = routes.flatMap((name) =>
    [...readFileSync(`${source}/${name}`, "utf8").matchAll(/path: "\/([^"/]+)/g)].map(
      ([, word = ""]) => word,
    ),
  );
  const own = new Set(words.filter((word) => !BOTH.includes(word)));
  const [, list = ""] = /const APP_PATHS: &\[&str\] = &\[([^\]]+)\]/.exec(readFileSync(server, "utf8")) ?? [];
  expect([...list.matchAll(/"([^"]+)"/g)].map(([, word]) => word)).toEqual([...own].sort());
});
