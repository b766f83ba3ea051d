// Doubled text size, as in a browser's settings, and narrow phones: nothing is cut off or covered.
import { DESKTOP, PHONE, SMALL } from "./support/browser.ts";
import { createFullBusiness, createSentDocument, OPTIONAL_LINES, TEMPLATES } from "./support/customer.ts";
import { doubleTextSize, findBrokenNumbers, findLostText, getBox } from "./support/layout.ts";
import { postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const NARROW = { width: 320, height: 640 };

test("at double text size the customer's page loses no content", async ({ enter, office }) => {
  const plumber = await office();
  const customer = await enter(PHONE);
  const who = await createFullBusiness(plumber.page);
  const line = { id: "a", name: "Boiler", description: "", quantity: "1", price: "12345.67" };
  for (const [kind, items] of [
    ["quote", [line, ...OPTIONAL_LINES]],
    ["invoice", [line]],
  ] as const) {
    const { publicUrl } = await createSentDocument(plumber.page, kind, who, { items });
    await customer.page.goto(publicUrl);
    await customer.page.getByRole("article").waitFor();
    // 320 px also correspond to a desktop at 400 % zoom.
    await customer.page.setViewportSize(NARROW);
    expect(
      await customer.page.evaluate(findBrokenNumbers),
      `${kind} at 320 px: broken over two lines`,
    ).toEqual([]);
    await customer.page.setViewportSize(PHONE);
    await doubleTextSize(customer.page);
    expect(await customer.page.evaluate(findLostText), kind).toEqual([]);
    expect(await customer.page.evaluate(findBrokenNumbers), `${kind}: broken over two lines`).toEqual([]);
  }
});

test("the fields of a line's labour show all of their figures on narrow phones", async ({ owner }) => {
  const { page } = await owner(SMALL);
  const { profile, contact } = await createFullBusiness(page);
  const { id } = await postJson(page, "/api/quotes", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: "2026-03-02",
    expiryDate: "2026-04-02",
    jobDescription: "",
    notes: "",
    items: [
      {
        id: "a",
        name: "Shower",
        description: "",
        quantity: "1",
        price: "1145",
        includeLabour: true,
        labourHours: "12.5",
        labourRate: "148.50",
      },
    ],
  });
  await page.goto(`/quotes/edit/${id}`);
  for (const viewport of [SMALL, NARROW]) {
    await page.setViewportSize(viewport);
    for (const what of ["quantity", "price", "labour quantity", "labour rate"]) {
      const field = page.getByLabel(`Line 1 ${what}`, { exact: true });
      const { scrollWidth, clientWidth } = await field.evaluate(readSize);
      expect(scrollWidth, `${what} in a field of ${clientWidth} px`).toBeLessThanOrEqual(clientWidth);
    }
  }
});

/** In the page: the width of an element's content, and its inner width. */
function readSize({ scrollWidth, clientWidth }: Element) {
  return { scrollWidth, clientWidth };
}

/** In the page: the words in this element that wrap over two lines. */
function findBrokenTexts(element: Element): string[] {
  const text = element.firstChild;
  if (!(text instanceof Text)) throw new Error("it does not begin with text");
  const range = document.createRange();
  return [...text.data.matchAll(/[^\s-]+/g)]
    .filter((word) => {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    })
    .map(([word]) => word);
}

test("no word of a long business name is broken at the head of a document", async ({ enter, office }) => {
  const plumber = await office();
  const customer = await enter(NARROW);
  const { page } = customer;
  const name = "Featherstonehaugh-Cholmondeley & Sons Plumbing, Heating, Bathrooms and Drainage";
  for (const template of TEMPLATES) {
    const who = await createFullBusiness(plumber.page, template, { name });
    const { publicUrl } = await createSentDocument(plumber.page, "invoice", who);
    await page.goto(publicUrl);
    const heading = page.locator(".paper-head").getByText(name);
    for (const viewport of [NARROW, SMALL, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await heading.evaluate(findBrokenTexts), `${template} at ${viewport.width}`).toEqual([]);
    }
  }
});

test("at double text size a quote with a deposit and a discount is no wider than the phone", async ({
  owner,
}) => {
  const { page } = await owner(PHONE);
  const { profile, contact } = await createFullBusiness(page);
  const { id } = await postJson(page, "/api/quotes", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: "2026-03-02",
    expiryDate: "2026-04-02",
    jobDescription: "",
    notes: "",
    includeDiscount: true,
    discountType: "percentage",
    discount: "10",
    includeDeposit: true,
    depositType: "percentage",
    deposit: "50",
    items: [{ id: "a", name: "Shower", description: "", quantity: "1", price: "1145" }],
  });
  await page.goto(`/quotes/edit/${id}`);
  await expect(page.getByLabel("Reason (optional)", { exact: true })).toHaveCount(2);
  await doubleTextSize(page);
  const { scrollWidth, clientWidth } = await page.locator("html").evaluate(readSize);
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test("at double text size a button stays beside a short title", async ({ owner, enter }) => {
  const { page } = await owner(PHONE);
  const who = await createFullBusiness(page, "classic", { name: "Pipe & Sons" });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await doubleTextSize(page);
  const title = await getBox(page.getByRole("heading", { level: 1 }));
  const bell = await getBox(page.getByRole("link", { name: /^Notifications/ }));
  expect(bell.y, "the bell of the dashboard").toBeLessThan(title.y + title.height);

  const { page: customer } = await enter(PHONE);
  const { publicUrl } = await createSentDocument(page, "quote", who);
  await customer.goto(publicUrl);
  await customer.getByRole("article").waitFor();
  await doubleTextSize(customer);
  const heading = await getBox(customer.getByRole("heading", { level: 1 }).first());
  const print = await getBox(customer.getByRole("button", { name: "Print/Download" }));
  expect(print.y, "Print on the customer's page").toBeLessThan(heading.y + heading.height);
});

test("with double text size in the browser's settings, a desktop's screens don't scroll sideways", async ({
  owner,
}) => {
  const { page } = await owner(DESKTOP);
  const who = await createFullBusiness(page);
  const { id } = await createSentDocument(page, "quote", who);
  await page.goto("/quotes");
  const cdp = await page.context().newCDPSession(page);
  // Unlike a size in the page's styles, this also applies to the widths in media queries.
  await cdp.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of ["/quotes", "/dashboard", `/quotes/${id}`]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect(page.locator("html")).toHaveCSS("font-size", "32px");
    const { scrollWidth, clientWidth } = await page.locator("html").evaluate(readSize);
    expect(scrollWidth, path).toBeLessThanOrEqual(clientWidth);
  }
});
