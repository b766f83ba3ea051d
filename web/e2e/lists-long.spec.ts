// A long list of quotes: which rows are rendered, and how the keyboard, a screen reader and a printer cope
// with it.
import type { Page } from "@playwright/test";
import { expectFits } from "./support/layout.ts";
import { createManyQuotes } from "./support/many-quotes.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { expect, test } from "./support/test.ts";

const QUOTE_COUNT = 160;
/** Far more rows than can be seen at once. */
const MOST_ROWS = 80;

/** Scrolls to the very end as a finger does, screen by screen. */
async function scrollToEnd(page: Page): Promise<void> {
  const isAtEnd = async () => {
    await page.evaluate(scrollToCurrentEnd);
    return page.getByText(`Showing ${QUOTE_COUNT} of ${QUOTE_COUNT}`).isVisible();
  };
  // More rows are fetched whenever the end of the loaded rows is near.
  await expect.poll(isAtEnd, { timeout: 180_000, intervals: [50] }).toBe(true);
  await page.evaluate(scrollToCurrentEnd);
}

/** In the page: scrolls to the end of the rows loaded so far. */
async function scrollToCurrentEnd(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let before = -1; before !== window.scrollY; ) {
    before = window.scrollY;
    window.scrollBy(0, 700);
    await frame();
    await frame();
  }
}

// Creating so many quotes takes long on a slow machine.
test.describe.configure({ timeout: 240_000 });

test("a very long list keeps only the rows near the viewport in the page", { tag: "@both" }, async ({
  plumber,
  server,
  size,
}) => {
  const { context, page, who } = await plumber();
  await createManyQuotes(context, server, who, QUOTE_COUNT, 300);
  await page.goto("/quotes");
  const rows = page.locator("[data-index]");
  await rows.first().waitFor();
  await scrollToEnd(page);
  expect(await rows.count()).toBeLessThan(MOST_ROWS);

  // The last row is rendered, and has its index among all of them.
  const last = page.locator(`[data-index="${QUOTE_COUNT - 1}"]`);
  if (size === "desktop") {
    await expect(last).toHaveAttribute("aria-rowindex", `${QUOTE_COUNT + 1}`);
    await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", `${QUOTE_COUNT + 1}`);
  } else {
    await expect(last).toHaveAttribute("aria-posinset", `${QUOTE_COUNT}`);
    await expect(last).toHaveAttribute("aria-setsize", `${QUOTE_COUNT}`);
  }
  await expectFits(page, "a long list at its end");
  await takePagePicture(page, `long-${size}`);

  // The row with the focus stays rendered wherever the page is scrolled, and Tab continues from it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const first = page.locator('[data-index="0"] a');
  await first.focus();
  await page.evaluate(() => window.scrollTo(0, 20_000));
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-index]")].some(
      (row) => Number(row.dataset.index) > 100,
    ),
  );
  await expect(first).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.locator('[data-index="1"]').locator(":focus")).toHaveCount(1);

  // Every row is printed.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(rows).toHaveCount(QUOTE_COUNT);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => rows.count()).toBeLessThan(MOST_ROWS);
});
