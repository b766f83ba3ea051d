import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import type { TestFixtures, WorkerFixtures } from "./e2e/support/test.ts";
import tests from "./playwright.config.ts";

/** The folder for the pictures, unless the caller sets another. */
process.env.PLUMBLINE_PICTURES ??= join(
  process.env.PLUMBLINE_OUT ?? join(import.meta.dirname, "../target"),
  "screens",
);

/** Pictures of the product, taken with the setup of the browser tests: `cargo xtask pictures`. */
export default defineConfig<TestFixtures, WorkerFixtures>({
  ...tests,
  testDir: "e2e/pictures",
  testIgnore: [],
  // One test here visits many screens.
  timeout: 600_000,
  use: { ...tests.use, trace: "off" },
  projects: [{ name: "pictures" }],
});
