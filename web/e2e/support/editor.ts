// Writing a quote or an invoice as a user does: by labels and roles.
import type { Page } from "@playwright/test";

/** The editor's message while the server doesn't have the document yet. */
export const ON_DEVICE_ONLY = /^On this (phone|computer) only/;

/** Chooses the customer with this name. */
export async function chooseCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Who it’s for", exact: true }).fill(name);
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
}

/** Fills in the line with this number, and adds it first if it doesn't exist. */
export async function fillLine(
  page: Page,
  number: number,
  { name, quantity, price }: { name: string; quantity: string; price: string },
): Promise<void> {
  const field = (what: string) => page.getByLabel(`Line ${number} ${what}`, { exact: true });
  if ((await field("description").count()) === 0) {
    await page.getByRole("button", { name: "Add line", exact: true }).click();
  }
  await field("description").fill(name);
  await page.keyboard.press("Escape");
  await field("quantity").fill(quantity);
  await field("price").fill(price);
}

/** Adds labour for the whole document. */
export async function addLabour(
  page: Page,
  { unit, quantity, rate }: { unit: string; quantity: string; rate: string },
): Promise<void> {
  await page.getByRole("button", { name: "Add labour", exact: true }).click();
  const labour = page.getByRole("region", { name: "Labour", exact: true });
  await labour.getByRole("radio", { name: unit }).click();
  await labour.getByLabel(unit, { exact: true }).last().fill(quantity);
  await labour.getByLabel(/^Rate per/).fill(rate);
}

/** Adds a discount or a deposit, in per cent. */
export async function addPercentage(
  page: Page,
  what: "Discount" | "Deposit",
  percentage: string,
  reason: string,
): Promise<void> {
  await page.getByRole("button", { name: `Add ${what.toLowerCase()}`, exact: true }).click();
  const extra = page.getByRole("region", { name: what, exact: true });
  await extra.getByRole("radio", { name: "%" }).click();
  await extra.getByLabel("Percentage").fill(percentage);
  await extra.getByLabel(/^Reason/).fill(reason);
}

/** The breakdown on the screen: label → amount. On a phone it is opened and closed again. */
export async function readTotals(page: Page): Promise<Record<string, string>> {
  const opener = page.getByRole("button", { name: /Show how it adds up/ });
  const onPhone = await opener.isVisible();
  if (onPhone) await opener.click();
  const place = onPhone
    ? page.getByRole("dialog", { name: "How it adds up" })
    : page.getByRole("complementary", { name: "Totals" });
  await place.getByText("Total", { exact: true }).waitFor();
  const terms = await place.getByRole("term").allTextContents();
  const amounts = await place.getByRole("definition").allTextContents();
  if (onPhone) {
    await page.keyboard.press("Escape");
    await place.waitFor({ state: "detached" });
  }
  return Object.fromEntries(terms.map((term, at) => [term, amounts[at] ?? ""]));
}

/**
 * Waits until everything typed is on the server: longer than the longest pause between two attempts, 30 s.
 */
export async function waitForSaved(page: Page): Promise<void> {
  await page.getByText("Saved", { exact: true }).waitFor({ timeout: 45_000 });
}

/** The id in the address of an editor or a detail page. */
export function getDocumentId(page: Page): string {
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url())?.[0];
  if (!id) throw new Error(`no document's id in ${page.url()}`);
  return id;
}

/** Sends the document by link from its editor; returns the link. */
export async function sendByLink(page: Page, kind: "quote" | "invoice"): Promise<string> {
  await page.getByRole("button", { name: `Send ${kind}`, exact: true }).click();
  await page.getByRole("button", { name: "Get the link" }).click();
  const link = page.getByLabel("Link", { exact: true });
  await link.waitFor();
  const url = await link.inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  return url;
}
