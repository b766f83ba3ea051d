// A customer with several places: the quote says at which the job is, and the customer reads it.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

test("a quote is for one of a customer's job addresses, or for one that is typed", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave, who } = await plumber(place, t, `place-${size}`, viewport);
    await write(page, "/api/contacts", {
      name: "Anita Patel",
      email: "anita@example.com",
      sites: [
        { name: "The rental", address_line1: "9 Quay Street", city: "Hull", post_code: "HU1 1AA" },
        { address_line1: "The Barn", city: "Otley", post_code: "LS21 1AA" },
      ],
    });
    const { id } = await draftQuote(page, who);
    const stored = async (address) => {
      const saved = page.waitForResponse(
        async (answer) => answer.request().method() === "PATCH" && answer.ok(),
      );
      await saved;
      const quote = await read(page, `/api/quotes/${id}`);
      assert.equal(quote.jobAddress, address);
    };
    await page.goto(`/quotes/edit/${id}`);
    // A customer with one address only has no question, but may be given an answer.
    await page.getByRole("button", { name: "Add a job address" }).waitFor();
    await page.getByRole("button", { name: "Choose another customer than Margaret Holroyd" }).click();
    await page.getByLabel("Who it's for").fill("anita");
    await page.getByRole("option", { name: /Anita Patel/ }).click();
    const where = page.getByLabel("Where the job is");
    let saved = stored("9 Quay Street\nHull\nHU1 1AA");
    await where.selectOption({ label: "The rental" });
    await saved;
    await page.getByText("9 Quay Street, Hull, HU1 1AA", { exact: true }).first().waitFor();
    await sound(page, "the editor with a job address");
    await picture(page, `job-address-${size}`);

    saved = stored("Plot 4\nNew Road");
    await where.selectOption({ label: "Another address" });
    await page.getByLabel("Job address").fill("Plot 4\nNew Road");
    await saved;
    // One step back is the place that was chosen before.
    saved = stored("9 Quay Street\nHull\nHU1 1AA");
    await where.selectOption({ label: "The rental" });
    await saved;

    const { publicUrl } = await write(page, `/api/quotes/${id}/send`, { via: "link" });
    await page.goto(publicUrl);
    const paper = page.getByRole("article");
    await paper.getByText("Job Address", { exact: true }).waitFor();
    await paper.getByText("9 Quay Street, Hull, HU1 1AA", { exact: true }).waitFor();
    assert.equal(await paper.getByText("The rental").count(), 0, "its name is the business's own");
    await picture(page, `job-address-page-${size}`);
    await leave();
  }
});
