// A variation written without a connection appears on its job once there is a connection.
import { expect } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { fillLine, getDocumentId, ON_DEVICE_ONLY } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { test, waitForAllSent, waitForCached } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentQuote, getJson, type Json, postJson } from "./support/seed.ts";

test("an extra and an omission are written without signal", async ({ ready }) => {
  const { page, context, who } = await ready(PHONE);
  const quote = await createSentQuote(page, who);
  await postJson(page, `/api/quotes/public/${quote.publicToken}/accept`, undefined);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Add an extra" }).waitFor();
  await waitForCached(page, `/api/quotes/${quote.id}/`);
  await context.setOffline(true);

  await page.getByRole("button", { name: "Add an extra" }).click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  await fillLine(page, 1, { name: "Isolating valve", quantity: "1", price: "40" });
  // More is removed than added: a negative total is valid.
  await fillLine(page, 2, { name: "Without the pipe", quantity: "1", price: "-60" });
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  const id = getDocumentId(page);
  await expectFits(page, "the editor of a variation without signal");
  await takePagePicture(page, "variation-offline");

  // After reopening, it is still a variation.
  await page.reload();
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  await page.goto("/quotes");
  await page
    .getByText(/-£24\.00/)
    .first()
    .waitFor();

  await context.setOffline(false);
  await waitForAllSent(page);
  const made = await getJson(page, `/api/quotes/${id}`);
  expect(made.variationOf.id).toBe(quote.id);
  expect(made.totals.totalAmount).toBe("-24.00");
  const job = await getJson(page, `/api/quotes/${quote.id}/stages`);
  expect(job.variations.map(({ id, total }: Json) => [id, total])).toEqual([[id, "-24.00"]]);
});
