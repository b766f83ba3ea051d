import { defineConfig } from "@playwright/test";
import type { TestFixtures, WorkerFixtures } from "./e2e/support/test.ts";
import tests from "./playwright.config.ts";

/**
 * The browser benchmarks, one after another in both sizes: `cargo xtask bench`, `cargo xtask prove bounds`.
 */
export default defineConfig<TestFixtures, WorkerFixtures>({
  ...tests,
  testDir: "e2e/bench",
  testIgnore: [],
  workers: 1,
  timeout: 600_000,
  projects: [
    { name: "bench", use: { isOtherSize: false } },
    { name: "bench at the other size", use: { isOtherSize: true } },
  ],
});
