// Photos of a quote that are taken without signal: on the device, and with the quote once there is signal.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE, sound } from "./support/browser.mjs";
import { allSent, cellar, ready } from "./support/cellar.mjs";
import { chooseCustomer, documentId, fillLine, HERE } from "./support/editor.mjs";
import { photo } from "./support/photo.mjs";
import { picture } from "./support/picture.mjs";

const scene = cellar();
const { cut, back } = scene;

/** Whether a picture is there. */
const isSeen = (image) =>
  image.evaluate(
    (image) =>
      new Promise((done) => {
        const tell = () => done(image.naturalWidth > 0);
        if (image.complete) tell();
        else image.addEventListener("load", tell);
      }),
  );

test("a photo that is taken without signal is with its quote once there is some", async (t) => {
  const ada = await ready(t, scene, "photos", PHONE);
  const { page } = ada;
  const taken = await photo(page, 1600, 1200);
  await cut(ada);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "New consumer unit", quantity: "1", price: "640" });
  await page.getByText(HERE).first().waitFor();
  const id = documentId(page);
  const section = page.getByRole("region", { name: "Photos" });
  await section.getByLabel("Pictures of the job").setInputFiles([taken, await photo(page, 900, 900)]);
  await section.getByRole("button", { name: "Photo 2 of the job" }).waitFor();
  await page.getByText(HERE).first().waitFor();
  await sound(page, "photos without signal");
  await picture(page, "photos-offline");

  // Closed, and opened again: they are on the device.
  const { context } = ada;
  const again = await context.newPage();
  await page.close();
  await again.goto(`/quotes/edit/${id}`);
  const tile = again.getByRole("button", { name: "Photo 1 of the job" });
  await tile.waitFor();
  assert.ok(await isSeen(tile.locator("img")));
  await again.goto("/waiting");
  await again.getByText("Photo for a quote").first().waitFor();

  await back(ada);
  await allSent(again);
  const quote = await read(again, `/api/quotes/${id}`);
  assert.equal(quote.photos.length, 2);
  for (const { id: photo } of quote.photos) {
    assert.equal((await again.request.get(`/api/quotes/photos/${photo}`)).status(), 200);
  }
});
