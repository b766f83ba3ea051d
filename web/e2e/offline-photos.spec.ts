// Photos of a quote that are taken without signal: on the device, and with the quote once there is signal.

import { expect } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { allSent, test } from "./support/cellar.ts";
import { chooseCustomer, documentId, fillLine, HERE } from "./support/editor.ts";
import { fits } from "./support/layout.ts";
import { photo } from "./support/photo.ts";
import { picture } from "./support/picture.ts";
import { read } from "./support/seed.ts";

test("a photo that is taken without signal is with its quote once there is signal", async ({ ready }) => {
  const { page, context } = await ready(PHONE);
  const taken = await photo(page, 1600, 1200);
  await context.setOffline(true);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "New consumer unit", quantity: "1", price: "640" });
  await page.getByText(HERE).first().waitFor();
  const id = documentId(page);
  const section = page.getByRole("region", { name: "Photos" });
  await section
    .locator("input[aria-label='Photos of the job']")
    .setInputFiles([taken, await photo(page, 900, 900)]);
  await section.getByRole("button", { name: "Photo 2 of the job" }).waitFor();
  await page.getByText(HERE).first().waitFor();
  await fits(page, "photos without signal");
  await picture(page, "photos-offline");

  // Closed, and opened again: they are on the device.
  const again = await context.newPage();
  await page.close();
  await again.goto(`/quotes/edit/${id}`);
  const tile = again.getByRole("button", { name: "Photo 1 of the job" });
  await tile.waitFor();
  await expect(tile.locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  await again.goto("/waiting");
  await again.getByText("Photo for a quote").first().waitFor();

  await context.setOffline(false);
  await allSent(again);
  const quote = await read(again, `/api/quotes/${id}`);
  expect(quote.photos).toHaveLength(2);
  for (const { id: photo } of quote.photos) {
    expect((await again.request.get(`/api/quotes/photos/${photo}`)).status()).toBe(200);
  }
});
