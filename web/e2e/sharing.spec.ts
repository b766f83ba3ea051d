// Sharing a document by WhatsApp, text message, QR code or email, and what its page displays once the
// customer opens it.
import { PHONE } from "./support/browser.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createSentQuote, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** In milliseconds: sooner than this after a page was opened nobody has read anything. */
const VISIT_MS = 1_000;

test("a draft is issued once and passed on by WhatsApp, text message and QR code", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  const contact = await postJson(page, "/api/contacts", { name: "Jo Bloggs", phone: "07700 900123" });
  const { id } = await createDraftQuote(page, { ...who, contact });
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send quote" });
  await dialog.getByRole("button", { name: "WhatsApp" }).waitFor();
  await expectSoundLayout(page, "the ways to send");
  await takePagePicture(page, `passing-on-ways-${size}`);
  await dialog.getByRole("button", { name: "WhatsApp" }).click();
  const ready = page.getByRole("dialog", { name: "Quote Q-0001 is ready" });
  const open = ready.getByRole("link", { name: "Open WhatsApp" });
  await open.waitFor();
  const quote = await getJson(page, `/api/quotes/${id}`);
  expect([quote.status, quote.quoteNumber]).toEqual(["sent", "Q-0001"]);
  const whatsapp = new URL((await open.getAttribute("href")) ?? "");
  expect(`${whatsapp.origin}${whatsapp.pathname}`).toBe("https://wa.me/447700900123");
  const text = whatsapp.searchParams.get("text") ?? "";
  expect(text).toMatch(
    /^Hello Jo Bloggs, here is quote Q-0001 from Pipe & Daughters for £118\.09( including VAT)?\./,
  );
  expect(text.slice(-quote.publicUrl.length)).toBe(quote.publicUrl);
  await expect(ready.getByRole("link", { name: "Text message" })).toHaveAttribute(
    "href",
    `sms:+447700900123?&body=${encodeURIComponent(text)}`,
  );
  await expectFits(page, "the link to pass on");
  await takePagePicture(page, `passing-on-ready-${size}`);
  await ready.getByRole("button", { name: "QR code" }).click();
  const code = page.getByRole("dialog", { name: "Quote Q-0001", exact: true });
  await code.getByRole("img", { name: "QR code that opens Quote Q-0001" }).waitFor();
  await code.getByText("£118.09").waitFor();
  const box = await code.getByRole("img").boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(300);
  expect(box?.height).toBeCloseTo(box?.width ?? 0, 0);
  await expectFits(page, "the QR code");
  await takePagePicture(page, `passing-on-qr-${size}`);
  await page.keyboard.press("Escape");
  await ready.getByRole("button", { name: "Done" }).click();
  await page.getByText("By WhatsApp").waitFor();
  const { happened } = await getJson(page, `/api/quotes/${id}/timeline`);
  expect(happened.map(({ kind, by }: Json) => [kind, by])).toEqual([["link_given", "whatsapp"]]);
});

test("the text written in the dialog is the text of the email", { tag: "@both" }, async ({
  plumber,
  size,
  server,
}) => {
  const { page, who, account } = await plumber();
  // An address that no other test uses.
  const email = `kim-${account.email}`;
  const contact = await postJson(page, "/api/contacts", { name: "Kim Hale", email });
  const { id } = await createDraftQuote(page, { ...who, contact });
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send quote" });
  await dialog.getByText("By email").click();
  const message = dialog.getByLabel("Message", { exact: true });
  await expect(message).toHaveValue(/^Hello Kim Hale,\n\nHere is your quote\./);
  await expect(dialog.getByLabel("Subject")).toHaveValue("Quote from Pipe & Daughters");
  // An email without text isn't sent.
  await message.fill(" ");
  await dialog.getByRole("button", { name: /^Send quote/ }).click();
  await dialog.getByText("Write a few words to your customer.").waitFor();
  await message.fill("Hi Kim,\n\nas promised & agreed.");
  await dialog.getByLabel("Subject").fill("Your tap");
  await expectSoundLayout(page, "the email");
  await takePagePicture(page, `passing-on-email-${size}`);
  await dialog.getByRole("button", { name: /^Send quote/ }).click();
  await page.getByText(`We are emailing it to ${email}`).waitFor();
  const [mail] = await waitForMail(server, email, /Subject: Your tap[\s\S]*/);
  expect(mail.replaceAll("\r\n", "\n")).toContain("Hi Kim,\n\nas promised & agreed.");
  expect(mail).toMatch(/as promised &(amp|#38);? agreed\./);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("By email", { exact: true }).waitFor();
});

test("a customer's visit is shown at once, a link scanner's never", async ({ plumber, enter }) => {
  const ada = await plumber(PHONE);
  const quote = await createSentQuote(ada.page, ada.who);
  await ada.page.goto(`/quotes/${quote.id}`);
  await ada.page.getByText("Sent as Q-0001").waitFor();
  const link = `/q/${quote.publicToken}`;
  // A scanner that runs the page's script, and even scrolls, identifies itself as automated.
  const scanner = await enter(PHONE);
  await scanner.page.clock.install();
  await scanner.page.goto(link);
  await scanner.page
    .getByRole("button", { name: /Accept/ })
    .first()
    .waitFor();
  await scanner.page.clock.runFor(VISIT_MS);
  await scanner.page.mouse.wheel(0, 300);
  // A person's browser doesn't, but opening the page alone isn't a visit yet.
  const jo = await enter(PHONE);
  await jo.page.clock.install();
  await jo.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false }),
  );
  await jo.page.goto(link);
  await jo.page
    .getByRole("button", { name: /Accept/ })
    .first()
    .waitFor();
  await jo.page.clock.runFor(VISIT_MS);
  const before = await getJson(ada.page, `/api/quotes/${quote.id}/timeline`);
  expect(before.openedFirst).toBe(null);
  const openedResponse = jo.page.waitForResponse((answer) => answer.url().endsWith("/opened"));
  await jo.page.mouse.wheel(0, 300);
  expect((await openedResponse).status()).toBe(204);
  // The business's page displays it without a reload.
  await ada.page.getByText("Opened by the customer").waitFor();
  await ada.page.getByText("Opened by the customer").scrollIntoViewIfNeeded();
  await expectFits(ada.page, "the timeline");
  await takePagePicture(ada.page, "passing-on-timeline");
});
