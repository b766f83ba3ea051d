// Sections: a quote is sorted in the editor by mouse and by keyboard, each section has a subtotal, and the
// customer sees as many prices as the business chose.
import type { Locator, Page } from "@playwright/test";
import { DESKTOP } from "./support/browser.ts";
import { readPdfText } from "./support/downloads.ts";
import { chooseCustomer, fillLine, getDocumentId, sendByLink, waitForSaved } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json, REGISTERED } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** The lines of the editor in order: each line's text, and the sections in brackets. */
function readLines(page: Page): Promise<string> {
  const list = page.getByRole("region", { name: "Items & Services" }).getByRole("list").first();
  return list.locator("> li").evaluateAll((items) =>
    items
      .flatMap((item) => {
        if (!(item instanceof HTMLElement)) return [];
        const field = item.querySelector<HTMLInputElement | HTMLTextAreaElement>("textarea, input");
        if (item.dataset.section) return [`[${field?.value}]`];
        return item.dataset.line ? [field?.value ?? item.textContent] : [];
      })
      .join(" "),
  );
}

async function expectLines(page: Page, wanted: string) {
  await expect.poll(() => readLines(page)).toBe(wanted);
}

async function addSection(page: Page, number: number, name: string) {
  await page.getByRole("button", { name: "Add section" }).click();
  await expect(page.getByLabel(`Section ${number} name`, { exact: true })).toBeFocused();
  await page.keyboard.type(name);
}

/** Moves a line to a section through its menu. */
async function moveTo(page: Page, line: number, section: string) {
  await page.getByRole("button", { name: `More for line ${line}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Move to a section" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to a section" });
  await dialog.getByRole("button", { name: section, exact: true }).click();
}

/** An element's right edge, in px from the left. */
const measureRightEdge = (found: Locator) =>
  found.evaluate((element) => Math.round(element.getBoundingClientRect().right));

/** The middle of an element, where the mouse presses or drops. */
async function measureMiddle(found: Locator) {
  const box = await found.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a quote is sorted into sections, and the customer sees only the prices that were chosen", {
  tag: "@both",
}, async ({ enter, plumber, size }) => {
  const { page } = await plumber(undefined, REGISTERED);
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
  // Units has moved behind the lines without a section: Plinth is now the second line.
  await moveTo(page, 2, "Kitchen");
  await moveTo(page, 2, "Bathroom");
  await expectLines(page, "Skip [Kitchen] Units Plinth [Bathroom] Tiles [Cellar]");
  // 871.98 + 19.87; 230.125 rounded.
  for (const sum of ["Kitchen comes to £891.85", "Bathroom comes to £230.13", "Cellar comes to £0.00"]) {
    await page.getByText(sum, { exact: true }).waitFor();
  }
  await expectFits(page, "an editor with sections");
  await takePagePicture(page, `sections-editor-${size}`);

  // With the keyboard a line moves across the edge of its section into the next one, and back.
  await page.getByLabel("Line 3 description", { exact: true }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByText("Plinth is now line 3 of 4, in Bathroom.", { exact: true }).waitFor();
  await page.getByText("Bathroom comes to £250.00", { exact: true }).waitFor();
  await expect(page.locator(":focus"), "the focus stays in it").toHaveValue("Plinth");
  await page.keyboard.press("Alt+ArrowUp");
  await expectLines(page, "Skip [Kitchen] Units Plinth [Bathroom] Tiles [Cellar]");

  // Sections can be reordered, and removing one leaves its lines.
  await page.getByRole("button", { name: "More for section 2", exact: true }).click();
  await page.getByRole("menuitem", { name: "Move section up" }).click();
  await expectLines(page, "Skip [Bathroom] Tiles [Kitchen] Units Plinth [Cellar]");
  await page.getByRole("button", { name: "More for section 1", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Remove section/ }).click();
  await expectLines(page, "Skip Tiles [Kitchen] Units Plinth [Cellar]");
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expectLines(page, "Skip [Bathroom] Tiles [Kitchen] Units Plinth [Cellar]");

  await expect(page.getByRole("radio", { name: "Line prices" })).toBeChecked();
  await page.getByRole("radio", { name: "Section prices" }).click();
  await page.getByText("Sections show their totals", { exact: false }).waitFor();
  await waitForSaved(page);
  const id = getDocumentId(page);
  const quote = await getJson(page, `/api/quotes/${id}`);
  expect(quote.priceDisplay).toBe("sections");
  expect(quote.totals.sections.map(({ subtotal }: Json) => subtotal)).toEqual(["230.13", "891.85", "0.00"]);
  // The preview shows what the customer will see.
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.getByRole("complementary", { name: "Preview" });
  await preview.getByText("£891.85").waitFor();
  await expect(preview.getByText("£145.33")).toHaveCount(0);
  await takePagePicture(page, `sections-preview-${size}`);
  await page.getByRole("button", { name: /^(Hide preview|Edit)$/ }).click();

  const link = await sendByLink(page, "quote");
  const customer = await enter(undefined, { hasAnsweredConsent: false });
  await customer.page.goto(link);
  const printed = customer.page.getByRole("article");
  const row = (name: string) =>
    printed.getByRole("row").filter({ has: customer.page.getByRole("rowheader", { name }) });
  await row("Kitchen").getByText("£891.85").waitFor();
  await row("General").getByText("£241.19").waitFor();
  await expect(row("Units"), "it has no price").toHaveText("Units 6", { useInnerText: true });
  await expect(printed.getByText("Cellar"), "an empty section is not shown").toHaveCount(0);
  // The subtotals of the sections are aligned.
  expect(await measureRightEdge(row("Kitchen").getByRole("cell"))).toBe(
    await measureRightEdge(row("Bathroom").getByRole("cell")),
  );
  await expectFits(customer.page, "a customer's page with sections");
  await takePagePicture(customer.page, `sections-customer-${size}`);

  // One price: the customer's page updates, and their browser receives no hidden price.
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("radio", { name: "One price" }).click();
  await page.getByRole("button", { name: "Update quote" }).click();
  await page.waitForURL(new RegExp(`/quotes/${id}$`));
  await customer.page.reload();
  await printed.getByRole("rowheader", { name: "Kitchen" }).waitFor();
  await expect(printed.getByText("£891.85")).toHaveCount(0);
  const html = await (await fetch(link)).text();
  const pdf = readPdfText(Buffer.from(await (await fetch(`${link}.pdf`)).arrayBuffer())).join(" ");
  expect(html).toContain('"answer"');
  const answer = html.slice(html.indexOf('"answer"'));
  for (const hidden of ["145.33", "871.98", "18.41", "230.13", "891.85", "241.19"]) {
    expect(answer.includes(hidden), `the page has ${hidden}`).toBe(false);
    expect(pdf).not.toContain(hidden);
  }
  expect(pdf).toContain("Kitchen");
  expect(pdf).toContain("£1,363.17");
  await takePagePicture(customer.page, `sections-one-${size}`);
});

test("a line is dragged into a section, an empty one too", async ({ plumber }) => {
  const { page } = await plumber(DESKTOP);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Skip", quantity: "1", price: "241.19" });
  await fillLine(page, 2, { name: "Units", quantity: "6", price: "145.33" });
  await addSection(page, 1, "Kitchen");
  const grip = await measureMiddle(page.getByRole("button", { name: "Move Units" }));
  const heading = await measureMiddle(page.locator("[data-section]"));
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x, heading.y, { steps: 10 });
  await page.mouse.up();
  await page.getByText("Kitchen comes to £871.98", { exact: true }).waitFor();
  await expectLines(page, "Skip [Kitchen] Units");
  await waitForSaved(page);
  const quote = await getJson(page, `/api/quotes/${getDocumentId(page)}`);
  expect(quote.items.find(({ name }: Json) => name === "Units").section).toBe(quote.sections[0].id);
  // An invoice has sections, but always displays every price.
  await page.goto("/invoices/create");
  await page.getByRole("button", { name: "Add section" }).waitFor();
  await expect(page.getByText("What the customer sees")).toHaveCount(0);
});
