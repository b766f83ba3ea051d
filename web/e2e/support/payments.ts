// Money that the business says it received.
import type { Page } from "@playwright/test";

/** Records cash on the page of an invoice: the amount that is offered, or this one. Answers what was offered. */
export async function recordCash(page: Page, amount?: string): Promise<string> {
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  const paying = page.getByRole("dialog", { name: "Record a payment" });
  const offered = await paying.getByLabel("Amount").inputValue();
  if (amount) await paying.getByLabel("Amount").fill(amount);
  await paying.getByLabel("How it was paid").selectOption("cash");
  await paying.getByRole("button", { name: "Record payment" }).click();
  await paying.waitFor({ state: "detached" });
  return offered;
}
