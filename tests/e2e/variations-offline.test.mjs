// An extra that is thought of where there is no signal: written there, and on its job once there is.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE, sound } from "./support/browser.mjs";
import { allSent, cellar, ready } from "./support/cellar.mjs";
import { documentId, fillLine, HERE } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { sentQuote, write } from "./support/seed.mjs";

const scene = cellar();
const { cut, back } = scene;

test("an extra and something left out are written without signal", async (t) => {
  const ada = await ready(t, scene, "varied", PHONE);
  const { page, who } = ada;
  const quote = await sentQuote(page, who);
  await write(page, `/api/quotes/public/${quote.publicToken}/accept`, undefined);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Add an extra" }).waitFor();
  await page.waitForTimeout(1_000);
  await cut(ada);

  await page.getByRole("button", { name: "Add an extra" }).click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  await fillLine(page, 1, { name: "Isolating valve", quantity: "1", price: "40" });
  // More is left out than is added: it comes to less than nothing, and is no mistake.
  await fillLine(page, 2, { name: "Without the pipe", quantity: "1", price: "-60" });
  await page.getByText(HERE).first().waitFor();
  const id = documentId(page);
  await sound(page, "the editor of a variation without signal");
  await picture(page, "variation-offline");

  // Opened again it is still a variation.
  await page.reload();
  await page.getByText(`Variation to quote ${quote.quoteNumber}`).waitFor();
  await page.goto("/quotes");
  await page.getByText(/-£24\.00/).first().waitFor();

  await back(ada);
  await allSent(page);
  const made = await read(page, `/api/quotes/${id}`);
  assert.equal(made.variationOf.id, quote.id);
  assert.equal(made.totals.totalAmount, "-24.00");
  const job = await read(page, `/api/quotes/${quote.id}/stages`);
  assert.deepEqual(
    job.variations.map(({ id, total }) => [id, total]),
    [[id, "-24.00"]],
  );
});
