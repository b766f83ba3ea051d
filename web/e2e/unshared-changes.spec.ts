// Changes to a sent quote that exist only on this device.
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { unsentEdits, waitForUnsentText } from "./support/device-storage.ts";
import { ON_DEVICE_ONLY, waitForSaved } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { createDraftQuote, createSentQuote, getJson, type Parties } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** A sent quote with a changed price that isn't shared. */
async function openChangedQuote(page: Page, who: Parties) {
  const quote = await createSentQuote(page, who);
  await page.goto(`/quotes/edit/${quote.id}`);
  await page.getByLabel("Line 1 price", { exact: true }).fill("77");
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  await waitForUnsentText(page, "77");
  return quote;
}

const readPrice = async (page: Page, id: string) =>
  Number((await getJson(page, `/api/quotes/${id}`)).items[0].price);

test("changes that are not shared are shown in the list and on the quote, in every window", {
  tag: "@both",
}, async ({ plumber }) => {
  const { page, context, who } = await plumber();
  const other = await context.newPage();
  const { id } = await createSentQuote(page, who);
  await other.goto("/quotes");
  await other.getByText("Margaret Holroyd").locator("visible=true").first().waitFor();
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Line 1 price", { exact: true }).fill("77");
  // The other window updates automatically.
  await other.getByText("Changes not shared").locator("visible=true").waitFor();
  await expectFits(other, "the list with a mark");
  await other.goto(`/quotes/${id}`);
  await other.getByText("Changes not shared").waitFor();
  await expectFits(other, "the quote with its banner");

  await other.getByRole("button", { name: "Update quote" }).click();
  await other.getByText("Changes not shared").waitFor({ state: "detached" });
  expect(await readPrice(page, id)).toBe(77);
  expect(await unsentEdits(other)).toEqual([]);
});

test("discarding changes can be undone", async ({ plumber }) => {
  const { page, who } = await plumber(PHONE);
  const { id } = await openChangedQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Discard" }).click();
  const banner = page.getByText("Changes not shared");
  await banner.waitFor({ state: "detached" });
  expect(await unsentEdits(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await banner.waitFor();
  expect(await readPrice(page, id), "the customer sees it as it was").toBe(89.9);
  await page.getByRole("button", { name: "Update quote" }).click();
  await banner.waitFor({ state: "detached" });
  expect(await readPrice(page, id)).toBe(77);
});

test("changes are discarded where they were typed, and the field does not move", { tag: "@both" }, async ({
  plumber,
}) => {
  const { page, who } = await plumber();
  const { id } = await createSentQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByText("Your customer can see this quote.").waitFor();
  const badge = page.getByText("Changes not shared").locator("visible=true");
  const discard = page.getByRole("button", { name: "Discard" });
  const price = page.getByLabel("Line 1 price", { exact: true });
  await expect(badge).toHaveCount(0);
  await expect(discard).toHaveCount(0);

  await price.focus();
  const before = await price.boundingBox();
  await page.keyboard.type("77");
  await badge.waitFor();
  expect(await price.boundingBox(), "the field is where it was").toEqual(before);
  await waitForUnsentText(page, "77");
  await expectFits(page, "an editor with changes that are not shared");

  await discard.click();
  await badge.waitFor({ state: "detached" });
  await expect(price).toHaveValue("89.90");
  await expect.poll(() => unsentEdits(page), "kept on the device").toEqual([]);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await badge.waitFor();
  await expect(price).toHaveValue(/^77/);
  await waitForUnsentText(page, "77");

  // Changing it back by hand leaves no change.
  await price.fill("89.90");
  await badge.waitFor({ state: "detached" });
  await expect.poll(() => unsentEdits(page), "kept on the device").toEqual([]);
  await price.fill("78");
  await badge.waitFor();
  await waitForUnsentText(page, "78");
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recent" }).waitFor();
  await badge.waitFor();
  await page.goto(`/quotes/edit/${id}`);
  await badge.waitFor();
  await page.getByRole("button", { name: "Update quote" }).locator("visible=true").click();
  await page.waitForURL(`**/quotes/${id}`);
  const stored = await getJson(page, `/api/quotes/${id}`);
  expect(Number(stored.items[0].price)).toBe(78);
});

test("a window in which nothing was typed follows the other by itself", async ({ plumber }) => {
  const { page, context, who } = await plumber(DESKTOP);
  const { id } = await createDraftQuote(page, who);
  const other = await context.newPage();
  for (const window of [page, other]) {
    await window.goto(`/quotes/edit/${id}`);
    await window.getByLabel("Job description").waitFor();
  }
  await other.getByLabel("Line 2 price", { exact: true }).fill("6");
  await waitForSaved(other);
  await expect(page.getByLabel("Line 2 price", { exact: true })).toHaveValue(/^6(\.00)?$/);
});
