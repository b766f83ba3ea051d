import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS } from "./e2e/support/browser.ts";
import type { TestFixtures, WorkerFixtures } from "./e2e/support/test.ts";

/** The build folder of `cargo xtask`, which sets the variable if it uses another one than `target`. */
const target = process.env.PLUMBLINE_OUT ?? join(import.meta.dirname, "../target");

/**
 * The browser tests. `cargo xtask test e2e` builds what they need and starts them; after that you can also
 * run `npx playwright test choices` in this folder.
 *
 * Each test runs at one screen size. `PLUMBLINE_PROVE=1` (`cargo xtask prove`) also runs the tests tagged `@both`
 * at the other size, and the slow tests tagged `@prove`, whose quick parts other tests cover.
 */
const isProveRun = process.env.PLUMBLINE_PROVE === "1";

export default defineConfig<TestFixtures, WorkerFixtures>({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  // Benchmarks and pictures have configurations of their own.
  testIgnore: ["**/bench/**", "**/pictures/**"],
  outputDir: join(target, "e2e/results"),
  globalSetup: "./e2e/support/prepare.ts",
  fullyParallel: false,
  // One more than there are processors: each worker is idle now and then.
  workers: Math.min(availableParallelism() + 1, 4),
  retries: 0,
  forbidOnly: true,
  // A hanging test is stopped and reported; working tests take far less.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: join(target, "e2e/report.json") }]],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // A trace has actions, requests and logs. Screenshots of each step would take a twentieth of the whole run,
    // and snapshots of the DOM a seventh; `--trace on` includes both.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: true },
    // A screenshot of each window when a test fails.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_SHELL || process.env.CHROMIUM,
      args: CHROMIUM_FLAGS,
    },
  },
  projects: [
    { name: "e2e", use: { isOtherSize: false }, ...(isProveRun ? {} : { grepInvert: /@prove/ }) },
    ...(isProveRun ? [{ name: "e2e at the other size", grep: /@both/, use: { isOtherSize: true } }] : []),
  ],
});
