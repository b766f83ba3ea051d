// The customer's page itself: the content of its first HTML, what it loads, what it never loads, and how it
// prints.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import {
  blockLiveUpdates,
  createFullBusiness,
  createSentDocument,
  type DeliveryOptions,
  deliverDocument,
  OPTIONAL_LINES,
  readPrintedTotals,
  TEMPLATES,
} from "./support/customer.ts";
import { readPdfText } from "./support/downloads.ts";
import { expectFits, findBrokenNumbers } from "./support/layout.ts";
import { dayFromToday, getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const LINE = { name: "Copper pipe 22 mm", description: "Per metre", quantity: "1", price: "7.82" };

/** As many lines as `count` says. */
const createLines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...LINE, id: `l${at}`, name: `Pipe ${at + 1}` }));

/** A customer who hasn't been asked about cookies. */
const WITHOUT_CONSENT: DeliveryOptions = { window: { hasAnsweredConsent: false } };

test("the first response contains the document and its title, but its preview no amount", async ({
  office,
}) => {
  const { page: asker } = await office();
  const { publicUrl, id } = await createSentDocument(asker, "quote", await createFullBusiness(asker));
  const answer = await fetch(publicUrl);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("x-robots-tag")).toMatch(/noindex/);
  expect(answer.headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe-inline/);
  const [head, body] = html.split("</head>");
  expect(head).toMatch(/<title>Quote Q-0001 from Pipe (&amp;|&#38;) Daughters<\/title>/);
  expect(head).toMatch(
    /<meta property="og:title" content="Quote Q-0001 from Pipe (&amp;|&#38;) Daughters" \/>/,
  );
  expect(head).toMatch(/<meta property="og:site_name" content="Pipe (&amp;|&#38;) Daughters" \/>/);
  expect(head).toMatch(/<meta name="robots" content="noindex, nofollow" \/>/);
  expect(head).not.toMatch(/£|1,549/);
  expect(body).toMatch(/<svg[^>]*animate-spin[\s\S]*Loading your quote\.\.\./);
  expect(body).toMatch(/href="tel:01134960142"/);
  const data = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(html)?.[1] ?? "";
  expect(data).not.toMatch(/[<>&]/);
  const page = JSON.parse(data);
  expect(page.kind).toBe("quote");
  expect(page.answer.page.presentation.summary.amount).toBe("£1,549.03");
  expect((await getJson(asker, `/api/quotes/${id}`)).status).toBe("sent");
});

test("without scripts the page names the business, the document and its job, total and date, and links its PDF", async ({
  office,
  browser,
  server,
}) => {
  const { page: asker } = await office();
  const { publicUrl, publicToken } = await createSentDocument(
    asker,
    "invoice",
    await createFullBusiness(asker),
  );
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(publicUrl);
  await expect(page.getByRole("heading", { name: "Invoice INV-0001" })).toBeVisible();
  const main = page.getByRole("main");
  for (const said of ["Pipe & Daughters", "New boiler in the airing cupboard", "£1,549.03"]) {
    await expect(main.getByText(said, { exact: true })).toBeVisible();
  }
  await expect(main.getByText("Balance Due including VAT")).toBeVisible();
  await expect(main.getByText(new RegExp(`^Due .*${dayFromToday(14).slice(0, 4)}$`))).toBeVisible();
  const link = page.getByRole("link", { name: "Open it as a PDF" });
  await expect(link).toHaveAttribute("href", `/i/${publicToken}.pdf`);
  await expect(page.getByText("Loading your invoice...")).toBeHidden();
  await page.goto(`${server.url}/q/nothing-here`);
  await expect(page.getByRole("heading", { name: "Quote Not Found" })).toBeVisible();
  await context.close();
});

test("the page loads no rules, nothing of the app and nothing from other servers; no cookie, no banner", async ({
  office,
  enter,
  server,
}) => {
  const fields = { items: [{ ...LINE, id: "a" }, ...OPTIONAL_LINES] };
  const { customer, page, document } = await deliverDocument({ office, enter }, PHONE, {
    ...WITHOUT_CONSENT,
    fields,
  });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.clock.install();
  await page.goto(document.publicUrl);
  await expect(page.getByRole("button", { name: "Choose options" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => !url.startsWith(server.url))).toEqual([]);
  const others = requests.filter((url) => /\/api\/|\.wasm|index-/.test(url));
  expect(others, "the page itself is enough").toEqual([]);
  // Longer than a banner would take to appear.
  await page.clock.runFor(5_000);
  await expect(page.getByText(/cookies/i)).toHaveCount(0);
  expect(await customer.context.cookies()).toEqual([]);
});

test("a sheet whose script does not load says so, and opens on the second try", async ({ office, enter }) => {
  const { customer, page, document } = await deliverDocument({ office, enter }, PHONE, WITHOUT_CONSENT);
  customer.expectErrors(/ERR_FAILED/);
  const script = "**/assets/DeclineSheet-*.js";
  await page.route(script, (route) => route.abort());
  await page.goto(document.publicUrl);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  const dialog = page.getByRole("dialog", { name: "This did not load" });
  await expect(dialog.getByText("Check your signal and try again. Nothing has been sent.")).toBeVisible();
  await expectFits(page, "a sheet that did not load");
  await page.unroute(script);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: /^Decline Quote/ })).toBeVisible();
});

test("a sheet whose script was removed by a new release opens after a reload", async ({ office, enter }) => {
  const { customer, page, document } = await deliverDocument({ office, enter }, PHONE, WITHOUT_CONSENT);
  customer.expectErrors(/404/);
  const script = "**/assets/DeclineSheet-*.js";
  await page.route(script, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(document.publicUrl);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  const again = page
    .getByRole("dialog", { name: "This did not load" })
    .getByRole("button", { name: "Try again" });
  await again.click();
  await page.unroute(script);
  const loaded = page.waitForEvent("load");
  await again.click();
  await loaded;
  await page.getByRole("button", { name: "Decline Quote" }).click();
  await expect(page.getByRole("dialog", { name: /^Decline Quote/ })).toBeVisible();
});

test("while the document loads the page says so, and offers another try when that fails", async ({
  office,
  enter,
}) => {
  const { customer, page, document } = await deliverDocument({ office, enter }, PHONE, WITHOUT_CONSENT);
  const { publicUrl } = document;
  customer.expectErrors(/ERR_CONNECTION_REFUSED/);
  // A page without its document, as the server renders it when it could not read the document.
  await page.route(publicUrl, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/,"answer":.*(<\/script>)/, "}$1");
    await route.fulfill({ response: answer, body: html });
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/public/*?with=page", async (route) => {
    await held;
    await route.abort("connectionrefused");
  });
  await page.goto(publicUrl);
  await expect(page.getByRole("status").getByText("Loading your quote...")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Quote Not Found" })).toBeVisible();
  await page.unroute("**/public/*?with=page");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();
});

test("a page left open for five minutes is refreshed when its reader returns", async ({ office, enter }) => {
  const { page, document: quote } = await deliverDocument({ office, enter }, DESKTOP, WITHOUT_CONSENT);
  await blockLiveUpdates(page);
  await page.clock.install();
  await page.goto(quote.publicUrl);
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();
  await postJson(page, `/api/quotes/public/${quote.publicToken}/decline`);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  const comeBack = () =>
    page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.clock.runFor(4 * 60_000);
  await comeBack();
  await page.clock.runFor(1_000);
  expect(asked, "after four minutes it is not read again").toEqual([]);
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();
  await page.clock.runFor(2 * 60_000);
  await comeBack();
  await expect(page.getByText("We're sorry this quote wasn't quite right for you.")).toBeVisible();
});

test("markup in a text stays text, in the page and in its data", async ({ office, enter }) => {
  const mischief = '</script><img src=x onerror="document.title=1"><script>document.title=2</script>';
  const { page: asker } = await office();
  const profile = { name: `Pipe ${mischief}`, quoteTerms: mischief };
  const who = await createFullBusiness(asker, "classic", profile);
  const contact = await postJson(asker, "/api/contacts", { name: mischief, company: mischief });
  const { publicUrl } = await createSentDocument(
    asker,
    "quote",
    { ...who, contact },
    {
      jobDescription: mischief,
      notes: mischief,
      items: [{ ...LINE, id: "a", name: mischief, description: mischief }],
    },
  );
  const { page } = await enter(PHONE);
  await page.goto(publicUrl);
  await expect(page.getByRole("article").getByText(mischief).first()).toBeVisible();
  expect(await page.title()).toMatch(/^Quote Q-0001 from Pipe <\/script>/);
  await expect(page.locator("#root img")).toHaveCount(0);
});

test("Arabic and Chinese names and very long words are shown, and fit", async ({ office, enter }) => {
  const { page: asker } = await office();
  const who = await createFullBusiness(asker, "classic", { name: "شركة السباكة الحديثة" });
  const contact = await postJson(asker, "/api/contacts", { name: "王小明", company: "有限公司".repeat(12) });
  const { publicUrl } = await createSentDocument(
    asker,
    "quote",
    { ...who, contact },
    {
      items: [{ ...LINE, id: "a", name: "Rohr".repeat(60), description: "管".repeat(200) }],
      jobDescription: "تركيب مرجل جديد\nNew boiler",
    },
  );
  const { page } = await enter(PHONE);
  await page.goto(publicUrl);
  await expect(page.getByText("王小明").first()).toBeVisible();
  await expect(page.getByText("شركة السباكة الحديثة").first()).toBeVisible();
  const printedDocument = page.getByRole("article");
  await expect(printedDocument.getByText("تركيب مرجل جديد")).toHaveCSS("direction", "rtl");
  await expect(printedDocument.getByText("New boiler")).toHaveCSS("direction", "ltr");
  await expectFits(page, "the quote with long and foreign names");
});

test("each choice of a quote shows its own lines, and whether it is in the total", async ({
  office,
  enter,
}) => {
  const fields = {
    choices: [
      { id: "good", name: "Good" },
      { id: "better", name: "Better" },
    ],
    chosenChoice: "better",
    items: [
      { ...LINE, id: "both" },
      { ...LINE, id: "a", name: "Boiler A", price: "900", choice: "good" },
      { ...LINE, id: "b", name: "Boiler B", price: "1240", choice: "better" },
    ],
  };
  const { page, document } = await deliverDocument({ office, enter }, PHONE, { ...WITHOUT_CONSENT, fields });
  await page.goto(document.publicUrl);
  const printedDocument = page.getByRole("article");
  const card = (name: string) =>
    printedDocument.locator(".paper-pick").filter({ has: page.getByRole("radio", { name }) });
  await expect(card("Good").getByText("Boiler A", { exact: true })).toBeVisible();
  await expect(card("Better").getByText("Boiler B", { exact: true })).toBeVisible();
  await expect(card("Better").getByText("Recommended", { exact: true })).toBeVisible();
  await expect(card("Better").getByRole("radio")).toBeChecked();
  await expect(card("Good").getByText("Recommended")).toHaveCount(0);
  await expect(
    printedDocument.getByRole("row"),
    "the head, and the line that is in every choice",
  ).toHaveCount(2);
  expect((await readPrintedTotals(page)).Subtotal).toBe("£1,247.82");
});

test("an invoice of 300 lines is shown whole, and printed on several pages", async ({ office, enter }) => {
  const delivery = { ...WITHOUT_CONSENT, kind: "invoice" as const, fields: { items: createLines(300) } };
  const { page, document } = await deliverDocument({ office, enter }, PHONE, delivery);
  await page.goto(document.publicUrl);
  await expect(page.getByText("Pipe 300", { exact: true })).toBeVisible();
  await expect(page.getByRole("article").getByRole("row")).toHaveCount(301);
  // axe checks the same parts in public.spec.ts. On 300 lines it takes very long.
  await expectFits(page, "the long invoice");
  const pages = countPages(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toBeGreaterThan(5);
  expect(pages).toBeLessThan(60);
});

test("in each template 'Print' opens only the document, with the cancellation form on its own page", async ({
  office,
  enter,
}) => {
  const { page: asker } = await office();
  const { page } = await enter(DESKTOP);
  await stubPrinting(page);
  const items = [{ ...LINE, id: "a", quantity: "1234.75", price: "9876.54" }, ...OPTIONAL_LINES];
  const fields = { items, includeDeposit: true, deposit: "25", depositType: "percentage" };
  for (const template of TEMPLATES) {
    const who = await createFullBusiness(asker, template);
    await page.goto((await createSentDocument(asker, "quote", who, fields)).publicUrl);
    const sheet = await openPrinted(page);
    expect(await sheet.title()).toBe("Quote Q-0001 from Pipe & Daughters");
    await expect(sheet.getByRole("button")).toHaveCount(0);
    // A4 without its margins, with the print styles.
    await sheet.setViewportSize({ width: 672, height: 1000 });
    await sheet.emulateMedia({ media: "print" });
    expect(await sheet.evaluate(findBrokenNumbers), `${template}: broken over two lines`).toEqual([]);
    const pages = readPdfText(await sheet.pdf({ preferCSSPageSize: true }));
    // The cancellation form that a consumer can return is on a page of its own.
    expect(pages.length, template).toBe(2);
    expect(pages[0], template).toContain("Deposit");
    expect(pages[1], template).toContain("Cancellation form");
    await sheet.close();
  }
});

test("in each template an everyday invoice is printed on one page", async ({ office, enter }) => {
  const { page: asker } = await office();
  const { page } = await enter(DESKTOP);
  await stubPrinting(page);
  const items = [
    { ...LINE, id: "a", quantity: "12" },
    { ...LINE, id: "b", name: "Fit the pipe", description: "In the kitchen, with the old one taken away" },
  ];
  const fields = { items, jobDescription: "New pipework in the kitchen." };
  for (const template of TEMPLATES) {
    const who = await createFullBusiness(asker, template);
    await page.goto((await createSentDocument(asker, "invoice", who, fields)).publicUrl);
    const pages = await readPrinted(page);
    expect(pages.length, template).toBe(1);
    expect(pages[0], template).toContain("Is this invoice genuine?");
    // Beside the authenticity code it may take two lines.
    expect(pages[0], template).toContain("Thank you for your");
    expect(pages[0]?.match(/Generated with Plumbline/g), template).toHaveLength(1);
  }
});

test("'Print' says so if pop-ups are blocked", async ({ office, enter }) => {
  const { page, document } = await deliverDocument({ office, enter }, DESKTOP, WITHOUT_CONSENT);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(document.publicUrl);
  const said = page.waitForEvent("dialog");
  const pressed = page.getByRole("button", { name: "Print/Download" }).click();
  const dialog = await said;
  expect(dialog.message()).toBe("Please allow pop-ups to generate PDF");
  await dialog.accept();
  await pressed;
});

test("each printed page names the business, the document and its bank account, and is numbered", async ({
  office,
  enter,
}) => {
  const delivery = { ...WITHOUT_CONSENT, kind: "invoice" as const, fields: { items: createLines(60) } };
  const { page, document } = await deliverDocument({ office, enter }, DESKTOP, delivery);
  await stubPrinting(page);
  await page.goto(document.publicUrl);
  const pages = await readPrinted(page);
  expect(pages.length).toBeGreaterThan(1);
  for (const [at, text] of pages.entries()) {
    expect(text).toContain("Pipe & Daughters · Invoice INV-0001");
    expect(text.match(/Generated with Plumbline/g)).toHaveLength(1);
    expect(text).toContain("Account number 31926819");
    expect(text).toContain("Sort code 60-16-13");
    expect(text).toContain(`Page ${at + 1} of ${pages.length}`);
  }
});

test("the options that are ticked are those printed and downloaded", async ({ office, enter }) => {
  const fields = { items: [{ ...LINE, id: "a" }, ...OPTIONAL_LINES] };
  const { page, document } = await deliverDocument({ office, enter }, DESKTOP, {
    ...WITHOUT_CONSENT,
    fields,
  });
  await stubPrinting(page);
  await page.goto(document.publicUrl);
  await page.getByRole("checkbox", { name: "Smart thermostat" }).check();
  await expect(page.getByRole("complementary").getByText("£324.38", { exact: true })).toBeVisible();
  expect((await readPrinted(page))[0]).toContain("£324.38");
  const link = page.getByRole("link", { name: "Download PDF" }).filter({ visible: true });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(readPdfText(await readFile(await download.path()))[0]).toContain("£324.38");
});

test("'Back to App' leads back in an installed app", async ({ office, enter }) => {
  const { page, document } = await deliverDocument({ office, enter }, PHONE, WITHOUT_CONSENT);
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const answer = real(query);
      if (query === "(display-mode: standalone)") Object.defineProperty(answer, "matches", { value: true });
      return answer;
    };
  });
  await page.goto("/login");
  await page.goto(document.publicUrl);
  await page.getByRole("button", { name: "Back to App" }).click();
  await page.waitForURL("**/login");
});

/** Replaces the browser's print dialog, which would block the test's window. */
async function stubPrinting(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
}

/** Presses 'Print'; resolves to the window that opens, once it prints. */
async function openPrinted(page: Page): Promise<Page> {
  const [sheet] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: "Print/Download" }).click(),
  ]);
  await sheet.locator("[data-printed]").waitFor();
  return sheet;
}

/** The text of the pages that 'Print' produces. */
async function readPrinted(page: Page): Promise<string[]> {
  const sheet = await openPrinted(page);
  const pdf = await sheet.pdf({ preferCSSPageSize: true });
  await sheet.close();
  return readPdfText(pdf);
}

const countPages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
