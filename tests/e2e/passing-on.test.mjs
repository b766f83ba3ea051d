// Passing a document on: by WhatsApp, text message, QR code and the share sheet, or by mail in words that were read;
// and what its page then says of it, when the customer opens it.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { mailed } from "./support/mail.mjs";
import { draftQuote, plumber, sentQuote, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SHOTS = process.env.PLUMBLINE_SHOTS;

const shot = (page, name) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a draft is issued once and handed on by WhatsApp, text message and QR code (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `hand-${size}`, viewport);
    const contact = await write(page, "/api/contacts", { name: "Jo Bloggs", phone: "07700 900123" });
    const { id } = await draftQuote(page, { ...who, contact });
    await page.goto(`/quotes/${id}`);
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Send quote" });
    await dialog.getByRole("button", { name: "WhatsApp" }).waitFor();
    await sound(page, "the ways to send");
    await shot(page, `ways-${size}`);
    await dialog.getByRole("button", { name: "WhatsApp" }).click();
    const ready = page.getByRole("dialog", { name: "Quote Q-0001 is ready" });
    const open = ready.getByRole("link", { name: "Open WhatsApp" });
    await open.waitFor();
    const quote = await read(page, `/api/quotes/${id}`);
    assert.deepEqual([quote.status, quote.quoteNumber], ["sent", "Q-0001"]);
    const whatsapp = new URL(await open.getAttribute("href"));
    assert.equal(`${whatsapp.origin}${whatsapp.pathname}`, "https://wa.me/447700900123");
    const text = whatsapp.searchParams.get("text");
    assert.match(text, /^Hello Jo Bloggs, here is quote Q-0001 from Pipe & Daughters for £118\.09\./);
    assert.ok(text.endsWith(quote.publicUrl), text);
    const sms = await ready.getByRole("link", { name: "Text message" }).getAttribute("href");
    assert.equal(sms, `sms:+447700900123?&body=${encodeURIComponent(text)}`);
    await sound(page, "the link to pass on");
    await shot(page, `ready-${size}`);
    await ready.getByRole("button", { name: "QR code" }).click();
    const code = page.getByRole("dialog", { name: "Quote Q-0001", exact: true });
    await code.getByRole("img", { name: "QR code that opens Quote Q-0001" }).waitFor();
    await code.getByText("£118.09").waitFor();
    const box = await code.getByRole("img").boundingBox();
    assert.ok(box.width >= 300 && Math.abs(box.width - box.height) < 1, `${box.width} × ${box.height}`);
    await sound(page, "the QR code");
    await shot(page, `qr-${size}`);
    await page.keyboard.press("Escape");
    await ready.getByRole("button", { name: "Done" }).click();
    await page.getByText("By WhatsApp").waitFor();
    const { happened } = await read(page, `/api/quotes/${id}/timeline`);
    assert.deepEqual(
      happened.map(({ kind, by }) => [kind, by]),
      [["link_given", "whatsapp"]],
    );
    await leave();
  });

  test(`what stands in the email is what goes out (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `letter-${size}`, viewport);
    const contact = await write(page, "/api/contacts", { name: "Kim Hale", email: `kim-${size}@example.com` });
    const { id } = await draftQuote(page, { ...who, contact });
    await page.goto(`/quotes/${id}`);
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Send quote" });
    await dialog.getByText("By email").click();
    const message = dialog.getByLabel("Message", { exact: true });
    await message.waitFor();
    assert.match(await message.inputValue(), /^Hello Kim Hale,\n\nHere is your quote\./);
    assert.equal(await dialog.getByLabel("Subject").inputValue(), "Quote from Pipe & Daughters");
    // Without words nothing goes out that nobody saw.
    await message.fill(" ");
    await dialog.getByRole("button", { name: /^Send quote/ }).click();
    await dialog.getByText("Say a few words to your customer.").waitFor();
    await message.fill("Hi Kim,\n\nas promised & agreed.");
    await dialog.getByLabel("Subject").fill("Your tap");
    await sound(page, "the email");
    await shot(page, `email-${size}`);
    await dialog.getByRole("button", { name: /^Send quote/ }).click();
    await page.getByText(`We are sending it to kim-${size}@example.com`).waitFor();
    const [mail] = await mailed(place.server(), `kim-${size}@example.com`, /Subject: Your tap[\s\S]*/);
    assert.ok(mail.includes("Hi Kim,\n\nas promised & agreed.") || mail.includes("Hi Kim,\r\n\r\nas promised & agreed."), mail.slice(0, 2000));
    assert.match(mail, /as promised &(amp|#38);? agreed\./);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("By email", { exact: true }).waitFor();
    await leave();
  });
}

test("the customer's visit shows at once, a previewer's never", async (t) => {
  const ada = await plumber(place, t, "visits", PHONE);
  const quote = await sentQuote(ada.page, ada.who);
  await ada.page.goto(`/quotes/${quote.id}`);
  await ada.page.getByText("Sent as Q-0001").waitFor();
  const link = `/q/${quote.publicToken}`;
  // A scanner that runs the page's script, and even presses on it, says that it is a machine.
  const scanner = await place.enter(PHONE);
  t.after(() => scanner.close());
  await scanner.page.goto(link);
  await scanner.page.getByRole("button", { name: /Accept/ }).first().waitFor();
  await scanner.page.waitForTimeout(800);
  await scanner.page.mouse.wheel(0, 300);
  // A person's browser says nothing of the kind; looking alone is no visit either.
  const jo = await place.enter(PHONE);
  t.after(() => jo.close());
  await jo.page.addInitScript(() => Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false }));
  await jo.page.goto(link);
  await jo.page.getByRole("button", { name: /Accept/ }).first().waitFor();
  await jo.page.waitForTimeout(800);
  const before = await read(ada.page, `/api/quotes/${quote.id}/timeline`);
  assert.equal(before.openedFirst, null);
  const told = jo.page.waitForResponse((answer) => answer.url().endsWith("/opened"));
  await jo.page.mouse.wheel(0, 300);
  assert.equal((await told).status(), 204);
  // Told live: the business's page reads it without being touched.
  await ada.page.getByText("Opened by the customer").waitFor();
  await ada.page.getByText("Opened by the customer").scrollIntoViewIfNeeded();
  await sound(ada.page, "the timeline");
  await shot(ada.page, "timeline-phone");
  await ada.leave();
});
