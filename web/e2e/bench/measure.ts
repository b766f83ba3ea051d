// The time of a page's main thread, and the yardstick that it is compared with: plain rows, rendered by the
// same browser on the same machine in the same run.
import type { CDPSession, Page } from "@playwright/test";

/** Measures the main thread's own time in milliseconds, which excludes other programs. */
export async function startThreadClock(
  page: Page,
): Promise<{ spent: () => Promise<number>; done: () => Promise<void> }> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  return { spent, done: () => devtools.detach() };
}

/**
 * The yardstick: the median cost of two frames in which three hundred plain rows are added to a page, of
 * fifteen runs.
 */
export async function measureYardstick(page: Page): Promise<number> {
  const { spent, done } = await startThreadClock(page);
  const costs: number[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    const before = await spent();
    await page.evaluate(async () => {
      const table = document.createElement("table");
      const cells = (row: number) => `<td>Row ${row} of the measure</td>`.repeat(8);
      table.innerHTML = Array.from({ length: 300 }, (_, row) => `<tr>${cells(row)}</tr>`).join("");
      document.body.append(table);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      table.remove();
    });
    costs.push((await spent()) - before);
  }
  await done();
  return percentile(costs, 0.5);
}

/** The value that this fraction of the numbers does not exceed. */
export function percentile(numbers: number[], fraction: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)] ?? Number.NaN;
}
