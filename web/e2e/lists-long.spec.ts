// A list of many quotes: which rows are in the page, and what the keyboard, a screen reader and a
// printer get of it.
import type { Page } from "@playwright/test";
import { fits } from "./support/layout.ts";
import { manyQuotes } from "./support/many.ts";
import { picture } from "./support/picture.ts";
import { expect, test } from "./support/test.ts";

const MANY = 160;
/** So many rows are far more than can be seen at once. */
const MOST_ROWS = 80;

/** Scrolls to the very end as a finger does, screen by screen. */
async function scrollToEnd(page: Page): Promise<void> {
  const isAtEnd = async () => {
    await page.evaluate(scrollAsFarAsItIs);
    return page.getByText(`Showing ${MANY} of ${MANY}`).isVisible();
  };
  // More rows are fetched whenever the end of those that are there is near.
  await expect.poll(isAtEnd, { timeout: 180_000, intervals: [50] }).toBe(true);
  await page.evaluate(scrollAsFarAsItIs);
}

/** In the page: scrolls to the end of the rows that there are so far. */
async function scrollAsFarAsItIs(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let before = -1; before !== window.scrollY; ) {
    before = window.scrollY;
    window.scrollBy(0, 700);
    await frame();
    await frame();
  }
}

// So many quotes take long to make on a slow machine.
test.describe.configure({ timeout: 240_000 });

test("of a very long list only the rows near what is seen are in the page", { tag: "@both" }, async ({
  plumber,
  server,
  size,
}) => {
  const { context, page, who } = await plumber();
  await manyQuotes(context, server, who, MANY, 300);
  await page.goto("/quotes");
  const rows = page.locator("[data-index]");
  await rows.first().waitFor();
  await scrollToEnd(page);
  expect(await rows.count()).toBeLessThan(MOST_ROWS);

  // The last row is there, and says which of how many it is.
  const last = page.locator(`[data-index="${MANY - 1}"]`);
  if (size === "desktop") {
    await expect(last).toHaveAttribute("aria-rowindex", `${MANY + 1}`);
    await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", `${MANY + 1}`);
  } else {
    await expect(last).toHaveAttribute("aria-posinset", `${MANY}`);
    await expect(last).toHaveAttribute("aria-setsize", `${MANY}`);
  }
  await fits(page, "a long list at its end");
  await picture(page, `long-${size}`);

  // The row with the focus stays wherever the page is scrolled to, and Tab goes on from it.
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

  // On paper there is every row.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(rows).toHaveCount(MANY);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => rows.count()).toBeLessThan(MOST_ROWS);
});
