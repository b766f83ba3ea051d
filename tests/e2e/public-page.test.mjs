// The page as such: what the first HTML holds, what it loads and what it never does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, deafen, OPTIONAL, paperTotals, sent, TEMPLATES } from "./support/customer.mjs";
import { textOf } from "./support/pdf.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

// A business for each test: more than may register from one address in an hour.
const { server, enter, office } = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });

const LINE = { name: "Copper pipe 22 mm", description: "Per metre", quantity: "1", price: "7.82" };

async function scene(t, name, viewport, profile = {}) {
  const plumber = await office();
  // A customer is never asked about cookies, and has none.
  const customer = await enter(viewport, { asked: false });
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  return { plumber, customer, who: await business(plumber.page, "classic", profile) };
}

test("the first answer has the document, its title and no amount in the preview", async (t) => {
  const { plumber, who } = await scene(t, "html", PHONE);
  const { publicUrl, id } = await sent(plumber.page, "quote", who);
  const answer = await fetch(publicUrl);
  const html = await answer.text();
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type"), /^text\/html/);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
  assert.match(answer.headers.get("x-robots-tag"), /noindex/);
  assert.doesNotMatch(answer.headers.get("content-security-policy"), /script-src[^;]*unsafe-inline/);
  const [head, body] = html.split("</head>");
  assert.match(head, /<title>Quote Q-0001 from Pipe (&amp;|&#38;) Daughters<\/title>/);
  assert.match(
    head,
    /<meta property="og:title" content="Quote Q-0001 from Pipe (&amp;|&#38;) Daughters" \/>/,
  );
  assert.match(head, /<meta property="og:site_name" content="Pipe (&amp;|&#38;) Daughters" \/>/);
  assert.match(head, /<meta name="robots" content="noindex, nofollow" \/>/);
  assert.doesNotMatch(head, /£|1,549/);
  assert.match(body, /<svg[^>]*animate-spin[^]*Loading your quote\.\.\./);
  assert.match(body, /href="tel:01134960142"/);
  const data = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(body)[1];
  assert.doesNotMatch(data, /[<>&]/);
  const page = JSON.parse(data);
  assert.equal(page.kind, "quote");
  assert.equal(page.answer.page.presentation.summary.amount, "£1,549.03");
  assert.equal((await read(plumber.page, `/api/quotes/${id}`)).status, "sent");
});

test("without scripts it names the business and the document, and links its PDF", async (t) => {
  const { plumber, who } = await scene(t, "noscript", PHONE);
  const { publicUrl, publicToken } = await sent(plumber.page, "invoice", who);
  const context = await plumber.context.browser().newContext({ javaScriptEnabled: false, viewport: PHONE });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(publicUrl);
  await page.getByRole("heading", { name: "Invoice INV-0001" }).waitFor();
  await page.getByRole("main").getByText("Pipe & Daughters").waitFor();
  const link = page.getByRole("link", { name: "Open it as a PDF" });
  assert.equal(await link.getAttribute("href"), `/i/${publicToken}.pdf`);
  assert.equal(await page.getByText("Loading your invoice...").isVisible(), false);
  await page.goto(`${server().url}/q/nothing-here`);
  await page.getByRole("heading", { name: "Quote Not Found" }).waitFor();
});

test("loads no rules, nothing of the app and nothing from anyone else; no cookie, no banner", async (t) => {
  const { plumber, customer, who } = await scene(t, "light", PHONE);
  const { publicUrl } = await sent(plumber.page, "quote", who, {
    items: [{ ...LINE, id: "a" }, ...OPTIONAL],
  });
  const { page } = customer;
  const asked = [];
  const scripts = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("requestfinished", (request) => request.resourceType() === "script" && scripts.push(request));
  await page.goto(publicUrl);
  await page.getByRole("button", { name: "Choose options" }).waitFor();
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(scripts.map(async (script) => (await script.sizes()).responseBodySize));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 10_000 && bytes < 90_000, `${bytes} bytes of scripts on the way`);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(server().url)),
    [],
  );
  assert.deepEqual(
    asked.filter((url) => /\/api\/|\.wasm|index-/.test(url)),
    [],
    "one answer is enough",
  );
  await page.clock.install();
  await page.clock.runFor(5_000);
  assert.equal(await page.getByText(/cookies/i).count(), 0);
  assert.deepEqual(await customer.context.cookies(), []);
  await customer.leave();
});

test("a sheet whose script does not come says so, and opens once it does", async (t) => {
  const { plumber, customer, who } = await scene(t, "later", PHONE);
  const { publicUrl } = await sent(plumber.page, "quote", who);
  const { page } = customer;
  customer.expectErrors(/ERR_FAILED/);
  const script = "**/assets/DeclineSheet-*.js";
  await page.route(script, (route) => route.abort());
  await page.goto(publicUrl);
  await page.getByRole("button", { name: "Decline Quote" }).click();
  const told = page.getByRole("dialog", { name: "This did not load" });
  await told.getByText("Check your signal and try again. Nothing has been sent.").waitFor();
  await sound(page, "a sheet that did not load");
  await page.unroute(script);
  await told.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog", { name: /^Decline Quote/ }).waitFor();
  await customer.leave();
});

test("until the document is known the page says that it loads, and it can be asked for again", async (t) => {
  const { plumber, customer, who } = await scene(t, "loading", PHONE);
  const { publicUrl } = await sent(plumber.page, "quote", who);
  const { page } = customer;
  customer.expectErrors(/ERR_CONNECTION_REFUSED/);
  // As where the server could not tell when it made the page.
  await page.route(publicUrl, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/,"answer":.*(<\/script>)/, "}$1");
    await route.fulfill({ response: answer, body: html });
  });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/public/*?with=page", async (route) => {
    await held;
    await route.abort("connectionrefused");
  });
  await page.goto(publicUrl);
  await page.getByRole("status").getByText("Loading your quote...").waitFor();
  release();
  await page.getByRole("heading", { name: "Quote Not Found" }).waitFor();
  await page.unroute("**/public/*?with=page");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Accept Quote" }).waitFor();
  await customer.leave();
});

test("a page left open reads again on coming back, once it is stale", async (t) => {
  const { plumber, customer, who } = await scene(t, "focus", DESKTOP);
  const quote = await sent(plumber.page, "quote", who);
  const { page } = customer;
  await deafen(page);
  await page.clock.install();
  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Accept Quote" }).waitFor();
  await write(page, `/api/quotes/public/${quote.publicToken}/decline`);
  const comeBack = () =>
    page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.clock.runFor(4 * 60_000);
  await comeBack();
  await page.clock.runFor(1_000);
  await page.getByRole("button", { name: "Accept Quote" }).waitFor();
  await page.clock.runFor(2 * 60_000);
  await comeBack();
  await page.getByText("We're sorry this quote wasn't quite right for you.").waitFor();
  await customer.leave();
});

test("text that is markup stays text, in the page and in its data", async (t) => {
  const mischief = '</script><img src=x onerror="document.title=1"><script>document.title=2</script>';
  const { plumber, customer, who } = await scene(t, "scripts", PHONE, {
    name: `Pipe ${mischief}`,
    quoteTerms: mischief,
  });
  const contact = await write(plumber.page, "/api/contacts", { name: mischief, company: mischief });
  const quote = await sent(
    plumber.page,
    "quote",
    { ...who, contact },
    {
      jobDescription: mischief,
      notes: mischief,
      items: [{ ...LINE, id: "a", name: mischief, description: mischief }],
    },
  );
  const { page } = customer;
  await page.goto(quote.publicUrl);
  await page.getByRole("article").getByText(mischief).first().waitFor();
  assert.match(await page.title(), /^Quote Q-0001 from Pipe <\/script>/);
  assert.equal(await page.locator("#root img").count(), 0);
  await customer.leave();
});

test("names in Arabic and Chinese, and a word that has no end", async (t) => {
  const { plumber, customer, who } = await scene(t, "names", PHONE, { name: "شركة السباكة الحديثة" });
  const contact = await write(plumber.page, "/api/contacts", {
    name: "王小明",
    company: "有限公司".repeat(12),
  });
  const quote = await sent(
    plumber.page,
    "quote",
    { ...who, contact },
    {
      items: [{ ...LINE, id: "a", name: "Rohr".repeat(60), description: "管".repeat(200) }],
      jobDescription: "تركيب مرجل جديد\nNew boiler",
    },
  );
  const { page } = customer;
  await page.goto(quote.publicUrl);
  await page.getByText("王小明").first().waitFor();
  await page.getByText("شركة السباكة الحديثة").first().waitFor();
  const side = (text) =>
    page
      .getByRole("article")
      .getByText(text)
      .evaluate((element) => getComputedStyle(element).direction);
  assert.deepEqual([await side("تركيب مرجل جديد"), await side("New boiler")], ["rtl", "ltr"]);
  await sound(page, "the quote with far names");
  await customer.leave();
});

test("of a quote with choices each stands with its own lines, and says whether the total counts it", async (t) => {
  const { plumber, customer, who } = await scene(t, "choices", PHONE);
  const quote = await sent(plumber.page, "quote", who, {
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
  });
  const { page } = customer;
  await page.goto(quote.publicUrl);
  const paper = page.getByRole("article");
  const card = (name) => paper.locator(".paper-pick").filter({ has: page.getByRole("radio", { name }) });
  await card("Good").getByText("Boiler A", { exact: true }).waitFor();
  await card("Better").getByText("Boiler B", { exact: true }).waitFor();
  await card("Better").getByText("Recommended", { exact: true }).waitFor();
  assert.equal(await card("Better").getByRole("radio").isChecked(), true);
  assert.equal(await card("Good").getByText("Recommended").count(), 0);
  assert.equal(await paper.getByRole("row").count(), 2, "the head, and the one line that is in each");
  assert.equal((await paperTotals(page)).Subtotal, "£1,247.82");
  await sound(page, "the quote with choices");
  await customer.leave();
});

test("an invoice of 300 lines shows, and prints with its table's head on every page", async (t) => {
  const { plumber, customer, who } = await scene(t, "long", PHONE);
  const items = Array.from({ length: 300 }, (_, at) => ({ ...LINE, id: `l${at}`, name: `Pipe ${at + 1}` }));
  const invoice = await sent(plumber.page, "invoice", who, { items });
  const { page } = customer;
  await page.goto(invoice.publicUrl);
  await page.getByText("Pipe 300", { exact: true }).waitFor();
  assert.equal(await page.getByRole("article").getByRole("row").count(), 301);
  await sound(page, "the long invoice");
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages > 5 && pages < 60, `${pages} pages`);
  await customer.leave();
});

test("print opens a window with the sheet alone, on one page; where pop-ups are blocked it says so", async (t) => {
  const { plumber, customer } = await scene(t, "print", DESKTOP);
  const { context, page } = customer;
  await context.addInitScript(() => {
    window.print = () => {};
  });
  const items = [{ ...LINE, id: "a" }, ...OPTIONAL];
  const deposit = { includeDeposit: true, deposit: "25", depositType: "percentage" };
  for (const template of TEMPLATES) {
    const who = await business(plumber.page, template);
    await page.goto((await sent(plumber.page, "quote", who, { items, ...deposit })).publicUrl);
    const [window] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("button", { name: "Print/Download" }).click(),
    ]);
    await window.getByText("Thank you for your business!").waitFor();
    await window.waitForLoadState("load");
    assert.equal(await window.title(), "Quote Q-0001 from Pipe & Daughters");
    assert.equal(await window.getByRole("button").count(), 0);
    const pdf = await window.pdf({ preferCSSPageSize: true });
    assert.equal(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length, 1, template);
    await window.close();
  }

  await page.evaluate(() => {
    window.open = () => null;
  });
  const said = page.waitForEvent("dialog");
  const pressed = page.getByRole("button", { name: "Print/Download" }).click();
  const dialog = await said;
  assert.equal(dialog.message(), "Please allow pop-ups to generate PDF");
  await dialog.accept();
  await pressed;
  await customer.leave();
});

test("each printed page says whose it is, which, where to pay and its number; what is ticked is what is printed", async (t) => {
  const { plumber, customer, who } = await scene(t, "printed", DESKTOP);
  const { context, page } = customer;
  await context.addInitScript(() => {
    window.print = () => {};
  });
  const printed = async () => {
    const [window] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("button", { name: "Print/Download" }).click(),
    ]);
    await window.getByText("Thank you for your business!").waitFor();
    const pdf = await window.pdf({ preferCSSPageSize: true });
    await window.close();
    return textOf(pdf);
  };
  const items = Array.from({ length: 60 }, (_, at) => ({ ...LINE, id: `l${at}`, name: `Pipe ${at + 1}` }));
  await page.goto((await sent(plumber.page, "invoice", who, { items })).publicUrl);
  const pages = await printed();
  assert.ok(pages.length > 1, `${pages.length} pages`);
  for (const [at, text] of pages.entries()) {
    for (const words of [
      "Pipe & Daughters · Invoice INV-0001",
      "Account number 31926819",
      "Sort code 60-16-13",
      `Page ${at + 1} of ${pages.length}`,
    ]) {
      assert.ok(text.includes(words), `'${words}' is not on page ${at + 1}:\n${text}`);
    }
  }

  const quote = await sent(plumber.page, "quote", who, { items: [{ ...LINE, id: "a" }, ...OPTIONAL] });
  await page.goto(quote.publicUrl);
  await page.getByRole("checkbox", { name: "Smart thermostat" }).check();
  await page.getByRole("complementary").getByText("£324.38", { exact: true }).waitFor();
  const [paper] = await printed();
  assert.ok(paper.includes("£324.38"), paper);
  const link = page.getByRole("link", { name: "Download PDF" }).and(page.locator(":visible"));
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const [kept] = textOf(await readFile(await download.path()));
  assert.ok(kept.includes("£324.38"), kept);
  await customer.leave();
});

test("in an installed app there is a way back", async (t) => {
  const { plumber, customer, who } = await scene(t, "installed", PHONE);
  const { publicUrl } = await sent(plumber.page, "quote", who);
  const { page } = customer;
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      query === "(display-mode: standalone)" ? { ...real(query), matches: true } : real(query);
  });
  await page.goto("/login");
  await page.goto(publicUrl);
  await page.getByRole("button", { name: "Back to App" }).click();
  await page.waitForURL("**/login");
  await customer.leave();
});
