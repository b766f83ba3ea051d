// Photos on a quote: added in the editor, and displayed to the customer at their lines and below.
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { chooseCustomer, fillLine, getDocumentId, waitForSaved } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { createPhoto } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json, postJson, REGISTERED } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

type PhotoFiles = Parameters<Locator["setInputFiles"]>[0];

const LINE = { name: "New consumer unit", quantity: "1", price: "640" };

/** A user at a draft with one line. */
async function openDraft(plumber: TestFixtures["plumber"], viewport: ViewportSize): Promise<Page> {
  const { page, who } = await plumber(viewport, REGISTERED);
  const { id } = await postJson(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    items: [{ id: "a", description: "", ...LINE }],
  });
  await page.goto(`/quotes/edit/${id}`);
  await expect(page.getByLabel("Line 1 description", { exact: true })).toHaveValue(LINE.name);
  return page;
}

const findPhotos = (page: Page) => page.getByRole("region", { name: "Photos" });

/** Adds photos to a line through its menu. */
async function addPhotosToLine(page: Page, line: number, files: PhotoFiles) {
  await page.getByRole("button", { name: `More for line ${line}`, exact: true }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Add photos" }).click();
  await (await chooser).setFiles(files);
}

/** Expects every picture of a locator to load. */
async function expectLoaded(pictures: Locator) {
  for (const one of await pictures.all()) {
    await one.scrollIntoViewIfNeeded();
    await expect(one).not.toHaveJSProperty("naturalWidth", 0);
  }
}

test("photos of the job and of a line reach the customer", { tag: "@both" }, async ({
  enter,
  plumber,
  screen,
  size,
}) => {
  const { page } = await plumber(undefined, REGISTERED);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, LINE);
  await fillLine(page, 2, { name: "Sockets", quantity: "6", price: "38" });
  const large = await createPhoto(page, 3000, 2000);
  const upright = await createPhoto(page, 1200, 1600);
  const section = findPhotos(page);
  await section.locator("input[aria-label='Photos of the job']").setInputFiles([large, upright]);
  await section.getByRole("button", { name: "Photo 2 of the job" }).waitFor();
  await addPhotosToLine(page, 1, [upright]);
  const ofLine = page.getByRole("list", { name: "Photos of line 1" });
  await ofLine.getByRole("button").waitFor();

  // A file that isn't a picture is reported at once, and changes nothing.
  await section
    .locator("input[aria-label='Photos of the job']")
    .setInputFiles({ name: "terms.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF-1.7") });
  await section.getByText("terms.jpg can’t be read here. Choose JPEG or PNG photos.").waitFor();

  await section.getByRole("button", { name: "Photo 1 of the job" }).click();
  const dialog = page.getByRole("dialog", { name: "Photo 1 of the job" });
  await dialog.getByLabel("What it shows").fill("The old fuse board");
  await expectSoundLayout(page, "a photo");
  await takePagePicture(page, `photos-dialog-${size}`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await section.getByText("The old fuse board").waitFor();
  await waitForSaved(page);
  await takePagePicture(page, `photos-editor-${size}`);

  const id = getDocumentId(page);
  const quote = await getJson(page, `/api/quotes/${id}`);
  expect(
    quote.photos.map(({ line, caption, width, height }: Json) => [line !== null, caption, width, height]),
  ).toEqual([
    [false, "The old fuse board", 1600, 1067],
    [false, "", 1200, 1600],
    [true, "", 1200, 1600],
  ]);

  // One is removed and restored.
  await section.getByRole("button", { name: "Photo 2 of the job" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await section.getByRole("button", { name: "Photo 2 of the job" }).waitFor();
  await waitForSaved(page);

  const { publicUrl } = await postJson(page, `/api/quotes/${id}/send`, { via: "link" });
  const customer = await enter(undefined, { hasAnsweredConsent: false });
  const theirs = customer.page;
  await theirs.goto(publicUrl);
  const printed = theirs.getByRole("article");
  const pictures = printed.locator(".paper-photos img");
  await pictures.first().waitFor();
  await expect(pictures).toHaveCount(3);
  for (const [at, shows] of [
    "Photo of New consumer unit",
    "The old fuse board",
    "Photo of the job",
  ].entries()) {
    await expect(pictures.nth(at)).toHaveAttribute("alt", shows);
    await expect(pictures.nth(at)).toHaveAttribute("loading", "lazy");
  }
  await expectLoaded(pictures);
  // Large enough to see; those of a line are smaller.
  for (const width of [320, 390, 1280]) {
    await theirs.setViewportSize({ width, height: 800 });
    const widths = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(
      widths.map((own, at) => own >= (at === 0 ? 112 : 116)),
      `${widths} at ${width} px`,
    ).toEqual([true, true, true]);
  }
  await theirs.setViewportSize(screen);
  await expectFits(theirs, "photos on the customer's page");
  await takePagePicture(theirs, `photos-customer-${size}`);
  await printed.getByRole("link", { name: "The old fuse board" }).click();
  const viewer = theirs.getByRole("dialog", { name: "Photo 1 of 2" });
  await viewer.getByAltText("The old fuse board").waitFor();
  await expectSoundLayout(theirs, "a photo enlarged");
  await takePagePicture(theirs, `photos-viewer-${size}`);
  await theirs.keyboard.press("ArrowRight");
  await theirs.getByRole("dialog", { name: "Photo 2 of 2" }).waitFor();
  await theirs.keyboard.press("Escape");
  await theirs.getByRole("dialog").waitFor({ state: "detached" });
});

test("too many photos, and files that aren’t photos, are reported beside the buttons", async ({
  plumber,
}) => {
  const page = await openDraft(plumber, PHONE);
  const one = await createPhoto(page, 400, 300);
  const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Mind the dog") };
  const section = findPhotos(page);
  await section
    .locator("input[aria-label='Photos of the job']")
    .setInputFiles([plan, ...Array(30).fill(one)]);
  const notice = "18 photos were left out: a quote has at most 12 as well as those of its lines.";
  const sentence = section.getByText(`plan.txt isn’t a photo. ${notice}`, { exact: true });
  await sentence.waitFor();
  await expect(section.getByRole("listitem")).toHaveCount(12);
  await expect(section.getByRole("button", { name: "Choose photos" })).toBeDisabled();
  await expectFits(page, "photos that were left out");
  await takePagePicture(page, "photos-left-out");
  // That message stays until the next change. Then the reason why no more can be added is displayed as long
  // as it applies.
  const why = section.getByText("A quote has at most 12 photos as well as those of its lines.", {
    exact: true,
  });
  await expect(why).toHaveCount(0);
  await section.getByRole("button", { name: "Photo 12 of the job" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await sentence.waitFor({ state: "detached" });
  await expect(section.getByRole("button", { name: "Choose photos" })).toBeEnabled();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await section.getByRole("button", { name: "Photo 12 of the job" }).waitFor();
  await why.waitFor();

  await addPhotosToLine(page, 1, Array(5).fill(one));
  await page.getByText("1 photo was left out: a line has at most 4.", { exact: true }).waitFor();
  await expect(page.getByRole("list", { name: "Photos of line 1" }).getByRole("button")).toHaveCount(4);
  await page.getByRole("button", { name: "More for line 1", exact: true }).click();
  await page.getByText("A line has at most 4 photos.", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
});

test("each of several photos chosen at once is sent once", async ({ plumber }) => {
  const page = await openDraft(plumber, DESKTOP);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/quotes/photos")) sent += 1;
  });
  const one = await createPhoto(page, 1600, 1200);
  const section = findPhotos(page);
  await section.locator("input[aria-label='Photos of the job']").setInputFiles(Array(4).fill(one));
  await section.getByRole("button", { name: "Photo 4 of the job" }).waitFor();
  await waitForSaved(page);
  expect((await getJson(page, `/api/quotes/${getDocumentId(page)}`)).photos).toHaveLength(4);
  expect(sent).toBe(4);
});

test("a copy that leaves out the photos says so", async ({ plumber }) => {
  const page = await openDraft(plumber, DESKTOP);
  await fillLine(page, 2, { name: "Sockets", quantity: "6", price: "38" });
  await addPhotosToLine(page, 1, [await createPhoto(page, 800, 600)]);
  await page.getByRole("list", { name: "Photos of line 1" }).getByRole("button").waitFor();

  const menu = async (button: string, item: string) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  const notCopied = page.getByText("The photos weren’t copied", { exact: true });
  await menu("More for line 2", "Duplicate line");
  await page.getByLabel("Line 3 description", { exact: true }).waitFor();
  await expect(notCopied, "it has none").toHaveCount(0);
  await menu("More for line 1", "Duplicate line");
  await notCopied.waitFor();
  await page
    .getByText("A quote shows each photo only once. Add other photos to the new line.")
    .first()
    .waitFor();
  await expect(page.getByRole("list", { name: /^Photos of line/ })).toHaveCount(1);

  await page.getByRole("button", { name: "Add choices" }).click();
  await page.getByLabel("Line 1 choice", { exact: true }).selectOption({ label: "Good" });
  await menu("More for choice 1", "Start Best from Good");
  await page.getByText("The photos of Good weren’t copied", { exact: true }).waitFor();
  await waitForSaved(page);
  const id = getDocumentId(page);
  expect((await getJson(page, `/api/quotes/${id}`)).photos).toHaveLength(1);

  const leftOut = page.getByText("The photos were left out", { exact: true });
  await page.goto(`/quotes/${id}`);
  await menu("More for this draft quote", "Save as template");
  await page.getByText(/The customer, the dates and the photos are left out\.$/).waitFor();
  await page.keyboard.press("Escape");
  await menu("More for this draft quote", "Duplicate");
  await page.waitForURL((url) => url.pathname.startsWith("/quotes/edit/") && !url.pathname.endsWith(id));
  await leftOut.waitFor();
  const copy = getDocumentId(page);
  expect((await getJson(page, `/api/quotes/${copy}`)).photos ?? []).toHaveLength(0);

  // For a copy of the copy, which has no photos, there is no message.
  await page.goto(`/quotes/${copy}`);
  await menu("More for this draft quote", "Save as template");
  await page.getByText(/The customer and the dates are left out\.$/).waitFor();
  await page.keyboard.press("Escape");
  await menu("More for this draft quote", "Duplicate");
  await page.waitForURL((url) => url.pathname.startsWith("/quotes/edit/") && !url.pathname.endsWith(copy));
  await page.getByLabel("Job description").waitFor();
  await expect(leftOut).toHaveCount(0);
});
