// A variation that is written without signal is on its job once there is signal.
import { expect } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { allSent, holds, test } from "./support/cellar.ts";
import { documentId, fillLine, HERE } from "./support/editor.ts";
import { fits } from "./support/layout.ts";
import { picture } from "./support/picture.ts";
import { type Json, read, sentQuote, write } from "./support/seed.ts";

test("an extra and an omission are written without signal", async ({ ready }) => {
  const { page, context, who } = await ready(PHONE);
  const quote = await sentQuote(page, who);
  await write(page, `/api/quotes/public/${quote.publicToken}/accept`, undefined);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Add an extra" }).waitFor();
  await holds(page, `/api/quotes/${quote.id}/`);
  await context.setOffline(true);

  await page.getByRole("button", { name: "Add an extra" }).click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  await fillLine(page, 1, { name: "Isolating valve", quantity: "1", price: "40" });
  // More is left out than is added: it comes to less than nothing, and is no mistake.
  await fillLine(page, 2, { name: "Without the pipe", quantity: "1", price: "-60" });
  await page.getByText(HERE).first().waitFor();
  const id = documentId(page);
  await fits(page, "the editor of a variation without signal");
  await picture(page, "variation-offline");

  // Opened again it is still a variation.
  await page.reload();
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  await page.goto("/quotes");
  await page
    .getByText(/-£24\.00/)
    .first()
    .waitFor();

  await context.setOffline(false);
  await allSent(page);
  const made = await read(page, `/api/quotes/${id}`);
  expect(made.variationOf.id).toBe(quote.id);
  expect(made.totals.totalAmount).toBe("-24.00");
  const job = await read(page, `/api/quotes/${quote.id}/stages`);
  expect(job.variations.map(({ id, total }: Json) => [id, total])).toEqual([[id, "-24.00"]]);
});
