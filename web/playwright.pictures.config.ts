import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import type { TestFixtures, WorkerFixtures } from "./e2e/support/test.ts";
import tests from "./playwright.config.ts";

/** Where the screens are written; those who run it elsewhere say so. */
process.env.PLUMBLINE_PICTURES ??= join(
  process.env.PLUMBLINE_OUT ?? join(import.meta.dirname, "../target"),
  "screens",
);

/** Pictures of the product, made as the browser tests are run: `cargo xtask pictures`. */
export default defineConfig<TestFixtures, WorkerFixtures>({
  ...tests,
  testDir: "e2e/pictures",
  testIgnore: [],
  // A test here walks through many screens.
  timeout: 600_000,
  use: { ...tests.use, trace: "off" },
  projects: [{ name: "pictures" }],
});
