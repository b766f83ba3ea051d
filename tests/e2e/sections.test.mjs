// A job by its sections: sorted in the editor by hand and by key, with what each comes to, and shown to the customer
// with as many prices as the business chose.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { chooseCustomer, documentId, fillLine, saved, sendByLink } from "./support/editor.mjs";
import { textOf } from "./support/pdf.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, REGISTERED } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

/** The lines of the editor in their order: what stands in the field of each, by section. */
async function sorted(page) {
  const list = page.getByRole("region", { name: "Items & Services" }).getByRole("list").first();
  const rows = await list.locator("> li").evaluateAll((items) =>
    items.flatMap((item) => {
      if (item.dataset.section) return [`[${item.querySelector("input").value}]`];
      if (!item.dataset.line) return [];
      const field = item.querySelector("textarea, input");
      return [field ? field.value : item.textContent];
    }),
  );
  return rows.join(" ");
}

/** Adds a section under this name. */
async function addSection(page, number, name) {
  await page.getByRole("button", { name: "Add section" }).click();
  const field = page.getByLabel(`Section ${number} name`, { exact: true });
  assert.ok(await field.evaluate((input) => input === document.activeElement), "the pen is in its name");
  await page.keyboard.type(name);
}

/** Puts a line into a section by its menu. */
async function moveTo(page, line, section) {
  await page.getByRole("button", { name: `More for line ${line}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Move to a section" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to a section" });
  await dialog.getByRole("button", { name: section, exact: true }).click();
}

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a quote is sorted into sections and shows what was chosen (${size})`, async (t) => {
    const { page, leave } = await plumber(place, t, `sections-${size}`, viewport, REGISTERED);
    await page.goto("/quotes/create");
    await chooseCustomer(page, "Margaret Holroyd");
    await fillLine(page, 1, { name: "Skip", quantity: "1", price: "241.19" });
    await fillLine(page, 2, { name: "Units", quantity: "6", price: "145.33" });
    await fillLine(page, 3, { name: "Plinth", quantity: "1", price: "19.87" });
    await fillLine(page, 4, { name: "Tiles", quantity: "12.5", price: "18.41" });
    await addSection(page, 1, "Kitchen");
    await addSection(page, 2, "Bathroom");
    await addSection(page, 3, "Cellar");
    await moveTo(page, 2, "Kitchen");
    // Units went behind those of no section: Plinth is the second line now.
    await moveTo(page, 2, "Kitchen");
    await moveTo(page, 2, "Bathroom");
    assert.equal(await sorted(page), "Skip [Kitchen] Units Plinth [Bathroom] Tiles [Cellar]");
    // 871.98 and 19.87; 230.125.
    for (const sum of ["Kitchen comes to £891.85", "Bathroom comes to £230.13", "Cellar comes to £0.00"]) {
      await page.getByText(sum, { exact: true }).waitFor();
    }
    await sound(page, "an editor with sections");
    await picture(page, `sections-editor-${size}`);

    // By key a line goes over the edge of its section into the next one, and back.
    await page.getByLabel("Line 3 description", { exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByText("Plinth is now line 3 of 4, in Bathroom.", { exact: true }).waitFor();
    await page.getByText("Bathroom comes to £250.00", { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.value), "Plinth", "the pen stays in it");
    await page.keyboard.press("Alt+ArrowUp");
    assert.equal(await sorted(page), "Skip [Kitchen] Units Plinth [Bathroom] Tiles [Cellar]");

    // The sections themselves change places, and one that goes leaves its lines.
    await page.getByRole("button", { name: "More for section 2", exact: true }).click();
    await page.getByRole("menuitem", { name: "Move section up" }).click();
    assert.equal(await sorted(page), "Skip [Bathroom] Tiles [Kitchen] Units Plinth [Cellar]");
    await page.getByRole("button", { name: "More for section 1", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Remove section/ }).click();
    assert.equal(await sorted(page), "Skip Tiles [Kitchen] Units Plinth [Cellar]");
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    assert.equal(await sorted(page), "Skip [Bathroom] Tiles [Kitchen] Units Plinth [Cellar]");

    const lines = page.getByRole("radio", { name: "Line prices" });
    assert.equal(await lines.getAttribute("aria-checked"), "true");
    await page.getByRole("radio", { name: "Section prices" }).click();
    await page.getByText("Each section shows what it comes to", { exact: false }).waitFor();
    await saved(page);
    const id = documentId(page);
    const quote = await read(page, `/api/quotes/${id}`);
    assert.equal(quote.priceDisplay, "sections");
    assert.deepEqual(
      quote.totals.sections.map(({ subtotal }) => subtotal),
      ["230.13", "891.85", "0.00"],
    );
    // The preview is what the customer will see.
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText("£891.85").waitFor();
    assert.equal(await preview.getByText("£145.33").count(), 0);
    await picture(page, `sections-preview-${size}`);
    await page.getByRole("button", { name: /^(Hide preview|Edit)$/ }).click();

    const link = await sendByLink(page, "quote");
    const customer = await place.enter(viewport, { asked: false });
    t.after(() => customer.close());
    await customer.page.goto(link);
    const paper = customer.page.getByRole("article");
    const row = (name) =>
      paper.getByRole("row").filter({ has: customer.page.getByRole("rowheader", { name }) });
    await row("Kitchen").getByText("£891.85").waitFor();
    await row("General").getByText("£241.19").waitFor();
    const units = await row("Units").innerText();
    assert.equal(units.replace(/\s+/g, " ").trim(), "Units 6", "it has no price");
    assert.equal(await paper.getByText("Cellar").count(), 0, "nobody reads of an empty section");
    // The figures of the sections end where the subtotal's do.
    const right = async (found) => {
      const box = await found.boundingBox();
      return Math.round(box.x + box.width);
    };
    const edges = [
      await right(row("Kitchen").getByRole("cell")),
      await right(row("Bathroom").getByRole("cell")),
    ];
    assert.equal(edges[0], edges[1]);
    await sound(customer.page, "a customer's page with sections");
    await picture(customer.page, `sections-customer-${size}`);

    // One price: the customer who reads it sees it change, and nothing hidden is in what their browser was given.
    await page.goto(`/quotes/edit/${id}`);
    await page.getByRole("radio", { name: "One price" }).click();
    await page.getByRole("button", { name: "Update quote" }).click();
    await page.waitForURL(new RegExp(`/quotes/${id}$`));
    await customer.page.reload();
    await paper.getByRole("rowheader", { name: "Kitchen" }).waitFor();
    assert.equal(await paper.getByText("£891.85").count(), 0);
    const html = await (await fetch(link)).text();
    const pdf = textOf(Buffer.from(await (await fetch(`${link}.pdf`)).arrayBuffer())).join(" ");
    for (const hidden of ["145.33", "871.98", "18.41", "230.13", "891.85", "241.19"]) {
      const put = html.slice(html.indexOf('"answer"'));
      assert.ok(!put.includes(hidden), `the page has ${hidden}`);
      assert.ok(!pdf.includes(hidden), `the PDF has ${hidden}: ${pdf}`);
    }
    assert.ok(pdf.includes("Kitchen") && pdf.includes("£1,363.17"), pdf);
    await picture(customer.page, `sections-one-${size}`);
    await customer.leave();
    await leave();
  });
}

test("a line is dragged into a section, an empty one too", async (t) => {
  const { page, leave } = await plumber(place, t, "sections-drag", DESKTOP);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Skip", quantity: "1", price: "241.19" });
  await fillLine(page, 2, { name: "Units", quantity: "6", price: "145.33" });
  await addSection(page, 1, "Kitchen");
  const grip = await page.getByRole("button", { name: "Move Units" }).boundingBox();
  const heading = await page.locator("[data-section]").boundingBox();
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) {
    const y = grip.y + (heading.y + heading.height / 2 - grip.y) * (step / 10);
    await page.mouse.move(grip.x + grip.width / 2, y);
  }
  await page.mouse.up();
  await page.getByText("Kitchen comes to £871.98", { exact: true }).waitFor();
  assert.equal(await sorted(page), "Skip [Kitchen] Units");
  await saved(page);
  const quote = await read(page, `/api/quotes/${documentId(page)}`);
  assert.equal(quote.items.find(({ name }) => name === "Units").section, quote.sections[0].id);
  // An invoice has sections, and always shows each price.
  await page.goto("/invoices/create");
  await page.getByRole("button", { name: "Add section" }).waitFor();
  assert.equal(await page.getByText("What the customer sees").count(), 0);
  await leave();
});
