// Reading the customer's page: long names, large text, links, a line's total; and a page without its script.
import { DESKTOP, PHONE, SMALL } from "./support/browser.ts";
import {
  buildPublicPath,
  createFullBusiness,
  createSentDocument,
  deliverDocument,
} from "./support/customer.ts";
import { doubleTextSize, expectFits, expectSoundLayout, getBox } from "./support/layout.ts";
import { createPhoto } from "./support/photo.ts";
import { dayFromToday, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a page whose script does not load offers the PDF and a reload after a while", { tag: "@both" }, async ({
  office,
  enter,
  screen,
}) => {
  const { customer, page, document: quote } = await deliverDocument({ office, enter }, screen);
  customer.expectErrors(/ERR_FAILED/);
  await page.route("**/assets/public-*.js", (route) => route.abort());
  await page.goto(quote.publicUrl);
  const pdf = page.getByRole("link", { name: "Open it as a PDF" });
  await expect(pdf, "not at once: the script may still come").toBeHidden();
  // The styles wait for some seconds; the test skips the delay.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSAnimation && animation.animationName === "unscripted") animation.finish();
    }
  });
  await expect(pdf).toBeVisible();
  await expect(page.getByRole("heading", { name: "Quote Q-0001" })).toBeVisible();
  await expect(page.getByRole("link", { name: "0113 496 0142" })).toBeVisible();
  await expectSoundLayout(page, "the page whose script did not come");
  await page.unroute("**/assets/public-*.js");
  await page.getByRole("link", { name: "Load it again" }).click();
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();
});

test("a long name at double text size wraps in the header and is not cut off", async ({ office, enter }) => {
  const name = "Featherstonehaugh, Cholmondeley & Daughters Plumbing, Heating and Bathrooms";
  const { page, document: quote } = await deliverDocument({ office, enter }, PHONE, { profile: { name } });
  await page.goto(quote.publicUrl);
  const shown = page.getByRole("banner").getByText(name);
  for (const text of ["100%", "200%"]) {
    const found = await shown.evaluate((element, size) => {
      document.documentElement.style.fontSize = size;
      return {
        isCut: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
        isWide: document.documentElement.scrollWidth > innerWidth,
      };
    }, text);
    expect(found, `the header at ${text}`).toEqual({ isCut: false, isWide: false });
  }
});

test("a wide logo is drawn in every template at double text size", async ({ office, enter }) => {
  const plumber = await office();
  const { page } = await enter(SMALL);
  const file = await createPhoto(page, 600, 80);
  const kept = await plumber.page.request.post("/api/files", { multipart: { file } });
  const { url: logoUrl } = await kept.json();
  const who = await createFullBusiness(plumber.page, "classic", { logoUrl });
  for (const template of ["classic", "modern", "colored", "bold"]) {
    const quote = await createSentDocument(plumber.page, "quote", who, { template });
    await page.goto(quote.publicUrl);
    await doubleTextSize(page);
    const logo = page.getByRole("article").getByRole("img", { name: "Pipe & Daughters" });
    await expect(logo).not.toHaveJSProperty("naturalWidth", 0);
    // Without the padding around it.
    const drawn = await logo.evaluate((image) => {
      const { width, height } = getComputedStyle(image);
      return { width: Number.parseFloat(width), height: Number.parseFloat(height) };
    });
    expect(drawn.width, template).toBeGreaterThan(120);
    expect(drawn.width / drawn.height, template).toBeCloseTo(600 / 80, 0);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide, `a wide logo in ${template} widens the page`).toBe(false);
  }
});

test("a wide logo leaves the header in one row on the narrowest phone", async ({ office, enter }) => {
  const plumber = await office();
  const { page } = await enter({ width: 320, height: 640 });
  const file = await createPhoto(page, 480, 160);
  const kept = await plumber.page.request.post("/api/files", { multipart: { file } });
  const { url: logoUrl } = await kept.json();
  const who = await createFullBusiness(plumber.page, "classic", { logoUrl });
  const { publicUrl } = await createSentDocument(plumber.page, "invoice", who);
  await page.goto(publicUrl);
  const header = page.getByRole("banner");
  const logo = await getBox(header.locator("img"));
  const name = await getBox(header.getByText("Pipe & Daughters"));
  const print = await getBox(header.getByRole("button", { name: "Print/Download" }));
  expect(name.x, "the name is beside the logo").toBeGreaterThan(logo.x + logo.width);
  expect(print.x, "the button is beside the name").toBeGreaterThan(name.x + name.width);
});

test("the business's phone, email and website are links in the document", async ({ office, enter }) => {
  const { page, document: quote } = await deliverDocument({ office, enter }, DESKTOP);
  await page.goto(quote.publicUrl);
  const paper = page.getByRole("article");
  for (const [name, href] of [
    ["0113 496 0142", "tel:01134960142"],
    ["hello@pipe.example", "mailto:hello@pipe.example"],
    ["pipe.example", "https://pipe.example/"],
  ] as const) {
    await expect(paper.getByRole("link", { name, exact: true }).first()).toHaveAttribute("href", href);
  }
  await expectFits(page, "the quote with links");
});

test("an expired quote offers to call and to email", async ({ office, enter }) => {
  const fields = { expiryDate: dayFromToday(-1) };
  const { page, document: quote } = await deliverDocument({ office, enter }, SMALL, { fields });
  await page.goto(quote.publicUrl);
  const expired = page.getByRole("region", { name: "Expired" });
  await expect(expired.getByRole("link", { name: "Call" })).toBeVisible();
  await expect(expired.getByRole("link", { name: "Email" })).toBeVisible();
});

test("a line shows what its labour comes to, and the summary what is left after the deposit", async ({
  office,
  enter,
}) => {
  const line = { id: "a", name: "Radiators", description: "", quantity: "9", price: "31.50" };
  const labour = { includeLabour: true, labourHours: "8", labourRate: "31.50", labourUnitType: "hours" };
  const deposit = { includeDeposit: true, deposit: "25", depositType: "percentage" };
  const fields = { items: [{ ...line, ...labour }], ...deposit };
  const { plumber, page, document: quote } = await deliverDocument({ office, enter }, PHONE, { fields });
  await page.goto(quote.publicUrl);
  const row = page.getByRole("article").getByRole("row", { name: "Radiators" });
  await expect(row.getByText("Labour: 8 hours at £31.50 per hour = £252.00")).toBeVisible();
  await expect(row.getByText("£535.50", { exact: true })).toBeVisible();
  const summary = page.getByRole("complementary");
  await expect(
    summary.getByText("Deposit £160.65 on acceptance, including VAT", { exact: true }),
  ).toBeVisible();
  await postJson(plumber.page, buildPublicPath("quote", quote, "accept"));
  await postJson(plumber.page, `/api/quotes/${quote.id}/payments`, { amount: "160.65", method: "cash" });
  await page.reload();
  await expect(
    summary.getByText("Deposit paid, £481.95 to pay, including VAT", { exact: true }),
  ).toBeVisible();
});

declare global {
  interface Window {
    /** The page's cumulative layout shift while it loaded, as browsers measure it. */
    shift: number;
  }
}

test("sixty lines do not move while the page and its logo appear", { tag: "@both" }, async ({
  office,
  enter,
  screen,
}) => {
  const items = Array.from({ length: 60 }, (_, at) => ({
    id: `l${at}`,
    name: `Copper pipe, run ${at + 1}`,
    description: "Per metre",
    quantity: "1",
    price: "7.82",
  }));
  const plumber = await office();
  const { page } = await enter(screen);
  const file = await createPhoto(page, 600, 300);
  const kept = await plumber.page.request.post("/api/files", { multipart: { file } });
  const { url: logoUrl } = await kept.json();
  const quote = await createSentDocument(
    plumber.page,
    "quote",
    await createFullBusiness(plumber.page, "classic", { logoUrl }),
    {
      items,
    },
  );
  // The logo loads last, as over a slow connection.
  await page.route(logoUrl, async (route) => {
    await page.getByText("Copper pipe, run 60").waitFor();
    await route.continue();
  });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += "value" in entry ? Number(entry.value) : 0;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(quote.publicUrl);
  await expect(page.getByText("Copper pipe, run 60")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("banner").locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => window.shift)).toBeLessThan(0.05);
});

test("after a payment is recorded the focus moves to the message about it", async ({ office, enter }) => {
  const { page, document: invoice } = await deliverDocument({ office, enter }, SMALL, { kind: "invoice" });
  await page.goto(invoice.publicUrl);
  await page.getByRole("radio", { name: "Cash" }).check();
  await page.getByRole("button", { name: "I have paid in cash" }).click();
  await expect(page.getByText(/^Payment recorded and awaiting confirmation\./)).toBeVisible();
  const panel = page.getByRole("region", { name: "Outstanding" });
  await expect(panel).toBeFocused();
  await expect.poll(async () => (await getBox(panel)).y, "its top is in view").toBeGreaterThanOrEqual(0);
});

test("a checkout session of another document is not taken for a payment", async ({ office, enter }) => {
  const { page, document: invoice } = await deliverDocument({ office, enter }, PHONE, { kind: "invoice" });
  await page.goto(`${invoice.publicUrl}?payment=success&session_id=cs_test_forged`);
  await page.getByRole("radio", { name: "Cash" }).check();
  await expect(page.getByRole("button", { name: "I have paid in cash" })).toBeVisible();
  await expect(page.getByText("Payment Processing...")).toHaveCount(0);
});

test("a payment that did not arrive stays in the history, with the business's contact details", async ({
  office,
  enter,
}) => {
  const {
    plumber,
    page,
    document: invoice,
  } = await deliverDocument({ office, enter }, SMALL, { kind: "invoice" });
  const recorded = { method: "bank_transfer" };
  const { payments } = await postJson(plumber.page, buildPublicPath("invoice", invoice, "payment"), recorded);
  await postJson(plumber.page, `/api/invoices/${invoice.id}/payments/${payments[0].id}/reject`);
  await page.goto(invoice.publicUrl);
  const history = page.getByRole("listitem").filter({ hasText: "Not received" });
  await expect(history.getByText("The business says that this payment has not arrived.")).toBeVisible();
  await expect(history.getByRole("link", { name: "Call" })).toBeVisible();
  await expect(history.getByRole("link", { name: "Email" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay now" })).toBeVisible();
  await expectSoundLayout(page, "the history with a payment that did not arrive");
});
