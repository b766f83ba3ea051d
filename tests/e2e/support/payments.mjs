// Money that the business says it received.

/** Records cash on the page of an invoice; as much as is offered where no amount is named. Answers what was offered. */
export async function recordCash(page, amount) {
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  const paying = page.getByRole("dialog", { name: "Record a payment" });
  const offered = await paying.getByLabel("Amount").inputValue();
  if (amount) await paying.getByLabel("Amount").fill(amount);
  await paying.getByLabel("How it was paid").selectOption("cash");
  await paying.getByRole("button", { name: "Record payment" }).click();
  await paying.waitFor({ state: "detached" });
  return offered;
}
