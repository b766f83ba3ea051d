// A session that can't be checked because the server can't be reached. When the server refuses it:
// src/app/App.test.tsx.
import { DESKTOP } from "./support/browser.ts";
import { FAULTS } from "./support/faults.ts";
import { expect, test } from "./support/test.ts";

/** Any response from the server would show that there is a connection. */
const ALL_TEXTS = "**/api/**";

test("a person can go on working if the session check reaches no server", async ({ owner }) => {
  const { page, expectErrors } = await owner(DESKTOP);
  expectErrors(/Failed to load resource|\/api\//);
  const bar = page.getByRole("status").filter({ hasText: "No signal. Carry on" });
  for (const fault of [FAULTS.page(502), FAULTS.lost()]) {
    await page.clock.install();
    await page.goto("/contacts");
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    await page.clock.fastForward(10_000);
    await page.route(ALL_TEXTS, fault);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(bar).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/contacts");
    await expect(page.getByText("You have been logged out")).toHaveCount(0);
    await page.unroute(ALL_TEXTS);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByRole("status").filter({ hasText: "No signal" })).toHaveCount(0);
  }
});
