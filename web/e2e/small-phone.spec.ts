// On the smallest phone: the order of a list, what a toast covers, and where errors are displayed.
import { DESKTOP, PHONE, SMALL } from "./support/browser.ts";
import { buildPublicPath } from "./support/customer.ts";
import { createInvoices } from "./support/invoices.ts";
import { doubleTextSize, expectFits, expectInWindow, getBox } from "./support/layout.ts";
import { createDraftQuote, createSentInvoice, createSentQuote, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const NARROW = { width: 320, height: 640 };

test("a list on a phone can be put into another order, and says which", async ({ plumber }) => {
  const { page } = await createInvoices(plumber, SMALL, 2);
  await page.goto("/invoices");
  const cards = page.getByRole("list", { name: "Invoices" });
  const jobs = async () => {
    const texts = await cards.getByRole("listitem").allInnerTexts();
    return texts.map((text) => /Boiler swap|Leaking trap|Tap number \d/.exec(text)?.[0]);
  };
  const inOrder = (wanted: string[]) => expect.poll(jobs, "the order of the cards").toEqual(wanted);
  const taps = ["Tap number 0", "Tap number 1", "Tap number 2"];
  await inOrder([...taps.toReversed(), "Boiler swap", "Leaking trap"]);
  const order = page.getByRole("combobox", { name: "Order" });
  const box = await order.boundingBox();
  expect(box?.width, "wide enough for a thumb").toBeGreaterThanOrEqual(48);
  expect(box?.height, "high enough for a thumb").toBeGreaterThanOrEqual(48);
  await order.selectOption({ label: "Total, lowest first" });
  await page.waitForURL("**/invoices?sort=total&order=asc");
  await inOrder([...taps, "Leaking trap", "Boiler swap"]);
  await page.getByText("· Total, lowest first").waitFor();
  await order.selectOption({ label: "Left to pay, highest first" });
  await inOrder(["Boiler swap", "Leaking trap", ...taps.toReversed()]);
  await page.goBack();
  await inOrder([...taps, "Leaking trap", "Boiler swap"]);
  await order.selectOption({ label: "Newest first" });
  await inOrder([...taps.toReversed(), "Boiler swap", "Leaking trap"]);
  await page.waitForURL((url) => url.search === "");
});

test("a toast covers no field and no amount of the editor", async ({ plumber }) => {
  const { page, who } = await createInvoices(plumber, SMALL);
  const quote = await createSentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Convert to invoice" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Invoice created" });
  await toast.waitFor();
  await page.getByLabel("Line 1 price", { exact: true }).waitFor();
  expect(await toast.evaluate(findCovered), "as it opens").toEqual([]);
  // The toast about a removed line stays while the user continues.
  await page.getByRole("button", { name: "Add line" }).click();
  await page.getByLabel("Line 3 description", { exact: true }).fill("Elbow");
  await page.getByRole("button", { name: "More for line 3" }).click();
  await page.getByRole("menuitem", { name: "Remove line" }).click();
  const removed = page.getByRole("listitem").filter({ hasText: "Elbow removed" });
  await removed.waitFor();
  expect(await removed.evaluate(findCovered), "beside the lines").toEqual([]);
});

test("an error is shown under its field, in sight", async ({ plumber }) => {
  const { page, who } = await createInvoices(plumber, SMALL);
  for (const { path, button, email } of [
    { path: "/add-contact", button: "Save customer", email: "margaret at home" },
    { path: "/items/edit/new", button: /^(Save|Add) item/ },
    { path: "/settings/business-profiles/new", button: /^Save|^Create|^Add/ },
  ]) {
    await page.goto(path);
    const save = page.getByRole("button", { name: button }).locator("visible=true").last();
    await expect(save, `${path}: without scrolling`).toBeInViewport({ ratio: 1 });
    if (email) await page.getByLabel("Email (optional)", { exact: true }).fill(email);
    await save.click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await page.evaluate(findMisplacedErrors), path).toEqual([]);
  }
  const draft = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${draft.id}`);
  await page.getByLabel("Line 2 price", { exact: true }).fill("1.23456");
  await page.locator('[aria-invalid="true"]').first().waitFor();
  expect(await page.evaluate(findMisplacedErrors), "a line of the editor").toEqual([]);
  await page.getByLabel("VAT rate").fill("150");
  await page.locator('#tax[aria-invalid="true"]').waitFor();
  await page.getByLabel("VAT rate").focus();
  expect(await page.evaluate(findMisplacedErrors), "the VAT of the editor").toEqual([]);
});

test("a quote's next step is at the bottom of a phone's screen, and a call button beside the customer", async ({
  plumber,
}) => {
  const { page, who } = await plumber(NARROW);
  const contact = await postJson(page, "/api/contacts", {
    name: "Abigail Featherstonehaugh-Cholmondeley and Partners",
    phone: "0113 496 0000",
  });
  const { id } = await createSentQuote(page, { ...who, contact });
  // The day after it was sent: nobody is chased earlier.
  await page.clock.setSystemTime(Date.now() + 86_400_000);
  await page.goto(`/quotes/${id}`);
  const chase = page.getByRole("button", { name: "Chase now" });
  await expect(chase).toBeEnabled();
  const name = page.getByRole("link", { name: contact.name, exact: true });
  const call = page.getByRole("link", { name: `Call ${contact.name}` });
  for (const viewport of [NARROW, PHONE]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(chase).toBeInViewport({ ratio: 1 });
    const [named, called] = [await name.boundingBox(), await call.boundingBox()];
    if (!named || !called) throw new Error("the customer is not shown");
    const middle = called.y + called.height / 2;
    expect(middle, `on the lines of the name at ${viewport.width}`).toBeGreaterThan(named.y);
    expect(middle, `on the lines of the name at ${viewport.width}`).toBeLessThan(named.y + named.height);
  }
  await chase.click();
  const sheet = page.getByRole("dialog", { name: /^Chase quote Q-/ });
  await sheet.getByRole("link", { name: "WhatsApp" }).waitFor();
  await expectFits(page, "how to chase a customer");
});

test("an invoice's next step is in view when it opens, even with large text", async ({ plumber }) => {
  const { page, who, late } = await createInvoices(plumber, PHONE);
  const hundred = () => createSentInvoice(page, who);
  const [claimed, paid, gone, credited] = [
    await hundred(),
    await hundred(),
    await hundred(),
    await hundred(),
  ];
  await postJson(page, buildPublicPath("invoice", claimed, "payment"), { method: "cash" });
  await postJson(page, `/api/invoices/${paid.id}/payments`, { amount: "100", method: "cash" });
  await postJson(page, `/api/invoices/${gone.id}/void`);
  const credit = await postJson(page, `/api/invoices/${credited.id}/credit-notes`, {
    of: "all",
    reason: "Twice",
  });
  await postJson(page, `/api/credit-notes/${credit.id}/send`, { via: "link" });
  for (const [invoice, next] of [
    [claimed, "Confirm payment"],
    [late, "Record a payment"],
    [paid, /^Email a receipt/],
    [gone, "Make a replacement"],
    [credited, "New quote for this customer"],
  ] as const) {
    await page.goto(`/invoices/${invoice.id}`);
    const main = page.locator("[data-main-action]").getByRole(invoice === credited ? "link" : "button");
    await expect(main).toHaveAccessibleName(next);
    await expect(main, `as it opens: ${next}`).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(main, `at the end: ${next}`).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await doubleTextSize(page);
    await expect(main, `in large text: ${next}`).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(DESKTOP);
  await page.goto(`/invoices/${claimed.id}`);
  await expect(page.getByRole("button", { name: "Confirm payment" })).toBeInViewport({ ratio: 1 });
});

test("links that stand alone are large enough for a thumb", async ({ plumber }) => {
  const { page, late } = await createInvoices(plumber, PHONE);
  await page.goto(`/invoices/${late.id}`);
  const box = await page.getByRole("link", { name: "Tax pot 20%", exact: true }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
});

test("suggestions are not cut off if the keyboard leaves little room on a phone", async ({ plumber }) => {
  const { page, who } = await plumber(SMALL);
  for (const name of ["Margaret Ashworth", "Margaret Bell", "Margaret Cole", "Margaret Dunn"]) {
    await postJson(page, "/api/contacts", {
      name,
      address_line1: "27 Otley Old Road",
      post_code: "LS16 6HG",
    });
  }
  const { id } = await createDraftQuote(page, { ...who, contact: { id: null } });
  await page.goto(`/quotes/edit/${id}`);
  await page.setViewportSize({ ...SMALL, height: 360 });
  const box = page.getByRole("combobox", { name: "Who it’s for" });
  await box.fill("margaret");
  const list = page.getByRole("listbox", { name: "Who it’s for" });
  await expect(list.getByRole("option")).toHaveCount(6);
  await expectInWindow(page, list, "the list of suggestions");
  for (const option of await list.getByRole("option").all()) {
    await option.scrollIntoViewIfNeeded();
    await expectInWindow(page, option, "a suggestion");
    const { x, width } = await getBox(option);
    expect(x + width).toBeLessThanOrEqual(SMALL.width);
  }
});

/** In the page: the fields and amounts covered by a toast. */
function findCovered(toast: Element): string[] {
  const box = toast.getBoundingClientRect();
  // The header covers content scrolled behind it.
  const top = Math.max(
    0,
    ...[...document.querySelectorAll("main header")]
      .filter((one) => getComputedStyle(one).position === "sticky")
      .map((one) => one.getBoundingClientRect().bottom),
  );
  return [...document.querySelectorAll("main input, main textarea, main select, main .tabular-nums")]
    .filter((one) => one.checkVisibility() && !one.closest("header, .sr-only"))
    .filter((element) => {
      const one = element.getBoundingClientRect();
      return (
        one.width > 0 &&
        one.right > box.left &&
        one.left < box.right &&
        one.bottom > Math.max(top, box.top) &&
        Math.max(top, one.top) < box.bottom
      );
    })
    .map((one) => one.getAttribute("aria-label") ?? (one.id || one.textContent));
}

/**
 * In the page: errors that aren't displayed in the right place. Several fields have errors, and one of them
 * has the focus.
 */
function findMisplacedErrors(): string[] {
  const found: string[] = [];
  const bars = [...document.querySelectorAll("[data-bottom-bar], nav[data-bottom-bar] > div")].filter((one) =>
    ["fixed", "sticky"].includes(getComputedStyle(one).position),
  );
  const floor = Math.min(window.innerHeight, ...bars.map((one) => one.getBoundingClientRect().top));
  const marked = [...document.querySelectorAll('[aria-invalid="true"]')];
  if (marked.length === 0) found.push("nothing is marked");
  for (const field of marked) {
    const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
    const sentence = ids.map((id) => document.getElementById(id)).find((one) => one?.id.endsWith("-error"));
    const name =
      field.getAttribute("aria-label") ?? (field as HTMLInputElement).labels?.[0]?.textContent ?? field.id;
    if (!sentence?.textContent.trim()) {
      found.push(`${name}: no sentence`);
      continue;
    }
    const [fieldBox, sentenceBox] = [field.getBoundingClientRect(), sentence.getBoundingClientRect()];
    if (sentenceBox.top < fieldBox.bottom - 1 || sentenceBox.top > fieldBox.bottom + 64) {
      found.push(`${name}: its sentence is ${Math.round(sentenceBox.top - fieldBox.bottom)} px under it`);
    }
    if (field === document.activeElement && (sentenceBox.bottom > floor || sentenceBox.top < 0)) {
      found.push(
        `${name}: its sentence is out of sight, ${Math.round(sentenceBox.bottom)} of ${Math.round(floor)}`,
      );
    }
  }
  if (!marked.some((field) => field === document.activeElement)) found.push("none of them has the focus");
  return found;
}
