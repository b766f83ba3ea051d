import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS } from "./e2e/support/browser.ts";
import type { TestFixtures, WorkerFixtures } from "./e2e/support/test.ts";

/** Where `cargo xtask` builds; it says so when that is elsewhere. */
const target = process.env.PLUMBLINE_OUT ?? join(import.meta.dirname, "../target");

/**
 * The browser tests. `cargo xtask test e2e` builds what they need and starts them; after that
 * `npx playwright test choices` in this folder does as well.
 *
 * A flow is walked at one size in a test run. `PLUMBLINE_PROVE=1` (`cargo xtask prove`) walks those that carry the tag
 * `@both` at the other size too, and runs what takes long and is checked by other tests as far as it is quick, which carries the tag
 * `@prove`.
 */
const proves = process.env.PLUMBLINE_PROVE === "1";

export default defineConfig<TestFixtures, WorkerFixtures>({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  // Benchmarks and pictures have configurations of their own.
  testIgnore: ["**/bench/**", "**/pictures/**"],
  outputDir: join(target, "e2e/results"),
  globalSetup: "./e2e/support/prepare.ts",
  fullyParallel: false,
  // One more than processors: each waits for a while now and then.
  workers: Math.min(availableParallelism() + 1, 4),
  retries: 0,
  forbidOnly: true,
  // A test that hangs is stopped and named; nothing that works comes near these.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: join(target, "e2e/report.json") }]],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // What was done, asked and logged. A picture of each step costs a twentieth of the whole run, its DOM a seventh: both
    // come with `--trace on`.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: true },
    // Of each window as the test failed.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_SHELL || process.env.CHROMIUM,
      args: CHROMIUM_FLAGS,
    },
  },
  projects: [
    { name: "e2e", use: { isOtherSize: false }, ...(proves ? {} : { grepInvert: /@prove/ }) },
    ...(proves ? [{ name: "e2e at the other size", grep: /@both/, use: { isOtherSize: true } }] : []),
  ],
});
