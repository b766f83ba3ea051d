// Photos of a quote taken without a connection: on the device, and with the quote once there is a connection.

import { expect } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { chooseCustomer, fillLine, getDocumentId, ON_DEVICE_ONLY } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { test, waitForAllSent } from "./support/offline.ts";
import { createPhoto } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson } from "./support/seed.ts";

test("a photo taken without signal is on its quote once there is signal", async ({ ready }) => {
  const { page, context } = await ready(PHONE);
  const photoFile = await createPhoto(page, 1600, 1200);
  await context.setOffline(true);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "New consumer unit", quantity: "1", price: "640" });
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  const id = getDocumentId(page);
  const section = page.getByRole("region", { name: "Photos" });
  await section
    .locator("input[aria-label='Photos of the job']")
    .setInputFiles([photoFile, await createPhoto(page, 900, 900)]);
  await section.getByRole("button", { name: "Photo 2 of the job" }).waitFor();
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  await expectFits(page, "photos without signal");
  await takePagePicture(page, "photos-offline");

  // Closed and opened again: they are on the device.
  const again = await context.newPage();
  await page.close();
  await again.goto(`/quotes/edit/${id}`);
  const tile = again.getByRole("button", { name: "Photo 1 of the job" });
  await tile.waitFor();
  await expect(tile.locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  await again.goto("/waiting");
  await again.getByText("Photo for a quote").first().waitFor();

  await context.setOffline(false);
  await waitForAllSent(again);
  const quote = await getJson(again, `/api/quotes/${id}`);
  expect(quote.photos).toHaveLength(2);
  for (const { id: photo } of quote.photos) {
    expect((await again.request.get(`/api/quotes/photos/${photo}`)).status()).toBe(200);
  }
});
