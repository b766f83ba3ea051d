// What scrolling costs in a list of 1,200 quotes, as a multiple of the yardstick.
import type { Page } from "@playwright/test";
import { createManyQuotes } from "../support/many-quotes.ts";
import { expect, test } from "../support/test.ts";
import { measureYardstick, percentile, startThreadClock } from "./measure.ts";

const QUOTE_COUNT = 1_200;
/**
 * The most that 95 of 100 steps of 700 px may cost, in yardsticks: two frames with a screenful of new rows.
 */
const STEP_LIMIT = 2.5;

/** Scrolls to the end in flicks; returns what each step costs the page's main thread, in milliseconds. */
async function scrollToEnd(page: Page): Promise<number[]> {
  const { spent, done } = await startThreadClock(page);
  const steps: number[] = [];
  let before = await spent();
  const all = page.getByText(/^Showing ([\d,]+) of \1$/);
  for (;;) {
    const hasMoved = await page.evaluate(async () => {
      const at = window.scrollY;
      window.scrollBy(0, 700);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return window.scrollY !== at;
    });
    if (!hasMoved) {
      if ((await all.count()) > 0) break;
      // Waits for the next page of rows.
      await page.waitForFunction(
        () => window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 1,
      );
    }
    const now = await spent();
    if (hasMoved) steps.push(now - before);
    before = now;
  }
  await done();
  return steps;
}

test(`scrolling through ${QUOTE_COUNT} quotes stays fast`, { tag: "@both" }, async ({
  plumber,
  screen,
  server,
  size,
}) => {
  const { context, page, who } = await plumber(screen);
  await createManyQuotes(context, server, who, QUOTE_COUNT, 300);
  const blank = await context.newPage();
  const unit = await measureYardstick(blank);
  await blank.close();
  await page.goto("/quotes");
  await page.locator("[data-index]").first().waitFor();
  const steps = await scrollToEnd(page);
  const step = percentile(steps, 0.95) / unit;
  console.log(
    `${size}: of ${steps.length} steps 95 in 100 cost at most ${step.toFixed(2)} yardsticks (of ${STEP_LIMIT}); ` +
      `a yardstick is ${unit.toFixed(0)} ms`,
  );
  expect(step).toBeLessThan(STEP_LIMIT);
});
