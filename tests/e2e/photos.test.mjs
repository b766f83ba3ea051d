// Photos on a quote: taken in the editor, and seen by the customer at their lines and below.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { chooseCustomer, documentId, fillLine, saved, sendByLink } from "./support/editor.mjs";
import { photo } from "./support/photo.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, REGISTERED } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

/** Adds photos to a line by its menu. */
async function addToLine(page, line, files) {
  await page.getByRole("button", { name: `More for line ${line}`, exact: true }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Add photos" }).click();
  await (await chooser).setFiles(files);
}

/** Whether every picture that a locator finds is there, and has its size. */
async function allSeen(pictures) {
  for (const one of await pictures.all()) {
    await one.scrollIntoViewIfNeeded();
    await one.evaluate((image) => image.complete || new Promise((done) => image.addEventListener("load", done)));
    assert.ok(await one.evaluate((image) => image.naturalWidth > 0), await one.getAttribute("src"));
  }
}

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`photos of the job and of a line reach the customer (${size})`, async (t) => {
    const { page, leave } = await plumber(place, t, `photos-${size}`, viewport, REGISTERED);
    await page.goto("/quotes/create");
    await chooseCustomer(page, "Margaret Holroyd");
    await fillLine(page, 1, { name: "New consumer unit", quantity: "1", price: "640" });
    await fillLine(page, 2, { name: "Sockets", quantity: "6", price: "38" });
    const large = await photo(page, 3000, 2000);
    const upright = await photo(page, 1200, 1600);
    const section = page.getByRole("region", { name: "Photos" });
    await section.getByLabel("Pictures of the job").setInputFiles([large, upright]);
    await section.getByRole("button", { name: "Photo 2 of the job" }).waitFor();
    await addToLine(page, 1, [upright]);
    const ofLine = page.getByRole("list", { name: "Photos of line 1" });
    await ofLine.getByRole("button").waitFor();

    // What is no picture is said at once, and changes nothing.
    await section
      .getByLabel("Pictures of the job")
      .setInputFiles({ name: "terms.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF-1.7") });
    await section.getByText("terms.jpg cannot be read here. Choose JPEG or PNG photos.").waitFor();

    await section.getByRole("button", { name: "Photo 1 of the job" }).click();
    const dialog = page.getByRole("dialog", { name: "Photo 1 of the job" });
    await dialog.getByLabel("What it shows").fill("The old fuse board");
    await sound(page, "a photo");
    await picture(page, `photos-dialog-${size}`);
    await dialog.getByRole("button", { name: "Done" }).click();
    await section.getByText("The old fuse board").waitFor();
    await saved(page);
    await sound(page, "photos in the editor");
    await picture(page, `photos-editor-${size}`);

    const id = documentId(page);
    const quote = await read(page, `/api/quotes/${id}`);
    assert.deepEqual(
      quote.photos.map(({ line, caption, width, height }) => [line !== null, caption, width, height]),
      [
        [false, "The old fuse board", 1600, 1067],
        [false, "", 1200, 1600],
        [true, "", 1200, 1600],
      ],
    );

    // One is taken out, and taken back.
    await section.getByRole("button", { name: "Photo 2 of the job" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    assert.equal(await section.getByRole("listitem").count(), 1);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await section.getByRole("button", { name: "Photo 2 of the job" }).waitFor();
    await saved(page);

    const link = await sendByLink(page, "quote");
    const customer = await place.enter(viewport, { asked: false });
    t.after(() => customer.close());
    const theirs = customer.page;
    await theirs.goto(link);
    const paper = theirs.getByRole("article");
    const pictures = paper.locator(".paper-photos img");
    await pictures.first().waitFor();
    assert.deepEqual(
      await pictures.evaluateAll((images) => images.map(({ alt, loading }) => `${alt} ${loading}`)),
      ["Photo of New consumer unit lazy", "The old fuse board lazy", "Photo of the job lazy"],
    );
    await allSeen(pictures);
    await sound(theirs, "photos on the customer's page");
    await picture(theirs, `photos-customer-${size}`);
    await paper.getByRole("link", { name: "The old fuse board" }).click();
    const viewer = theirs.getByRole("dialog", { name: "Photo 1 of 2" });
    await viewer.getByAltText("The old fuse board").waitFor();
    await sound(theirs, "a photo enlarged");
    if (process.env.PLUMBLINE_PICTURES) await theirs.screenshot({ path: `${process.env.PLUMBLINE_PICTURES}/photos-viewer-${size}.png` });
    await theirs.keyboard.press("ArrowRight");
    await theirs.getByRole("dialog", { name: "Photo 2 of 2" }).waitFor();
    await theirs.keyboard.press("Escape");
    await theirs.getByRole("dialog").waitFor({ state: "detached" });
    await leave();
  });
}

test("photos beyond what a quote takes are counted, and what is no photo is named, beside the buttons", async (t) => {
  const { page, leave } = await plumber(place, t, "photos-many", PHONE, REGISTERED);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "New consumer unit", quantity: "1", price: "640" });
  const one = await photo(page, 400, 300);
  const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Mind the dog") };
  const section = page.getByRole("region", { name: "Photos" });
  await section.getByLabel("Pictures of the job").setInputFiles([plan, ...Array(30).fill(one)]);
  const notice = "18 photos were left out: a quote has at most 12 beside those of its lines.";
  const said = section.getByText(`plan.txt is no photo. ${notice}`, { exact: true });
  await said.waitFor();
  assert.equal(await section.getByRole("listitem").count(), 12);
  assert.ok(await section.getByRole("button", { name: "Choose photos" }).isDisabled());
  await sound(page, "photos that were left out");
  await picture(page, "photos-left-out");
  // Until the next change; why there can be no more is said for as long as there can be none.
  const why = section.getByText("A quote has at most 12 photos beside those of its lines.", { exact: true });
  assert.equal(await why.count(), 0);
  await section.getByRole("button", { name: "Photo 12 of the job" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await said.waitFor({ state: "detached" });
  assert.ok(await section.getByRole("button", { name: "Choose photos" }).isEnabled());
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await section.getByRole("button", { name: "Photo 12 of the job" }).waitFor();
  await why.waitFor();

  await addToLine(page, 1, Array(5).fill(one));
  await page.getByText("1 photo was left out: a line has at most 4.", { exact: true }).waitFor();
  assert.equal(await page.getByRole("list", { name: "Photos of line 1" }).getByRole("button").count(), 4);
  await page.getByRole("button", { name: "More for line 1", exact: true }).click();
  await page.getByText("A line has at most 4 photos.", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await leave();
});

test("each of several photos chosen at once is sent once", async (t) => {
  const { page, leave } = await plumber(place, t, "photos-once", DESKTOP, REGISTERED);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "New consumer unit", quantity: "1", price: "640" });
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/quotes/photos")) sent += 1;
  });
  const one = await photo(page, 1600, 1200);
  const section = page.getByRole("region", { name: "Photos" });
  await section.getByLabel("Pictures of the job").setInputFiles(Array(8).fill(one));
  await section.getByRole("button", { name: "Photo 8 of the job" }).waitFor();
  await saved(page);
  assert.equal((await read(page, `/api/quotes/${documentId(page)}`)).photos.length, 8);
  assert.equal(sent, 8);
  await leave();
});

test("what is copied without its photos says so", async (t) => {
  const { page, leave } = await plumber(place, t, "photos-copied", DESKTOP, REGISTERED);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "New consumer unit", quantity: "1", price: "640" });
  await fillLine(page, 2, { name: "Sockets", quantity: "6", price: "38" });
  await addToLine(page, 1, [await photo(page, 800, 600)]);
  await page.getByRole("list", { name: "Photos of line 1" }).getByRole("button").waitFor();

  const menu = async (button, item) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  const notCopied = page.getByText("The photos were not copied", { exact: true });
  await menu("More for line 2", "Duplicate line");
  await page.getByLabel("Line 3 description", { exact: true }).waitFor();
  assert.equal(await notCopied.count(), 0, "it has none");
  await menu("More for line 1", "Duplicate line");
  await notCopied.waitFor();
  await page.getByText("A quote shows each photo once. Add others to the new line.").first().waitFor();
  assert.equal(await page.getByRole("list", { name: /^Photos of line/ }).count(), 1);

  await page.getByRole("button", { name: "Add choices" }).click();
  await page.getByLabel("Line 1 choice", { exact: true }).selectOption({ label: "Good" });
  await menu("More for choice 1", "Start Best from Good");
  await page.getByText("The photos of Good were not copied", { exact: true }).waitFor();
  await sound(page, "photos that were not copied");
  await saved(page);
  const id = documentId(page);
  assert.equal((await read(page, `/api/quotes/${id}`)).photos.length, 1);

  const leftOut = page.getByText("The photos were left out", { exact: true });
  await page.goto(`/quotes/${id}`);
  await menu("More for this draft quote", "Save as template");
  await page.getByText(/The customer, the dates and the photos are left out\.$/).waitFor();
  await page.keyboard.press("Escape");
  await menu("More for this draft quote", "Duplicate");
  await page.waitForURL((url) => url.pathname.startsWith("/quotes/edit/") && !url.pathname.endsWith(id));
  await leftOut.waitFor();
  const copy = documentId(page);
  assert.equal((await read(page, `/api/quotes/${copy}`)).photos?.length ?? 0, 0);

  // Of the copy, which has none, nothing is said.
  await page.goto(`/quotes/${copy}`);
  await menu("More for this draft quote", "Save as template");
  await page.getByText(/The customer and the dates are left out\.$/).waitFor();
  await page.keyboard.press("Escape");
  await menu("More for this draft quote", "Duplicate");
  await page.waitForURL((url) => url.pathname.startsWith("/quotes/edit/") && !url.pathname.endsWith(copy));
  await page.getByLabel("Job description").waitFor();
  assert.equal(await leftOut.count(), 0);
  await leave();
});
