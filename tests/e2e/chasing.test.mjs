// Chasing what is owed: the plan with a look at its mails, what is next on an invoice and its switches, chasing on the
// spot, and the page of who owes.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { withInvoices } from "./support/invoices.mjs";
import { mailed } from "./support/mail.mjs";
import { picture } from "./support/picture.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

/** Somebody with unpaid invoices, and one of theirs that is late. */
async function owing(t, name, viewport) {
  const { ada } = await withInvoices(place, t, name, viewport);
  const [profile] = await read(ada.page, "/api/business-profiles");
  const { data } = await read(ada.page, "/api/invoices?status=overdue&sort=dueDate");
  return { ada, page: ada.page, profile, late: data[0] };
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a plan is switched on, seen on an invoice and switched off for it (${size})`, async (t) => {
    const { ada, page, profile, late } = await owing(t, `plan-${size}`, viewport);
    ada.expectErrors(/\/chasing$/);
    await page.goto(`/invoices/${late.id}`);
    await page.getByText("Your invoices are not chased by themselves.").waitFor();
    await page.getByRole("link", { name: "Set up reminders" }).click();
    await page.getByRole("heading", { name: "Reminders", exact: true }).waitFor();
    await sound(page, "the plan");
    await picture(page, `chasing-plan-${size}`);
    // A reminder that makes no sense is said where it stands.
    await page.getByLabel("Days of reminder 1").first().fill("0");
    await page.getByLabel("Remind of unpaid invoices").click();
    await page.getByRole("button", { name: "Save reminders" }).click();
    await page.getByText("Enter 1 to 365 days.").waitFor();
    await page.getByLabel("Days of reminder 1").first().fill("3");
    // The words, as they go out.
    await page.getByRole("textbox", { name: /^Before an invoice is due/ }).fill("Dear {name},\n{amount} is due on {date}.");
    await page.getByRole("button", { name: "Preview: Before an invoice is due" }).click();
    const dialog = page.getByRole("dialog", { name: "As your customer gets it" });
    const mail = dialog.frameLocator("iframe");
    await mail.getByText("Dear Jo Bloggs,").waitFor();
    await mail.getByText(/^£480\.00 is due on /).waitFor();
    await sound(page, "the preview");
    await picture(page, `chasing-preview-${size}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save reminders" }).click();
    await page.getByText("Reminders are on", { exact: true }).waitFor();
    const plan = await read(page, `/api/business-profiles/${profile.id}/chasing`);
    assert.deepEqual([plan.version, plan.invoices, plan.quotes, plan.steps.length], [1, true, false, 6]);

    await page.goto(`/invoices/${late.id}`);
    await page.getByText(/^Next reminder on /).waitFor();
    await page.getByText("14 days after it was due").waitFor();
    await sound(page, "an invoice that is chased");
    await picture(page, `chasing-invoice-${size}`);
    await page.getByLabel("Remind of this invoice").click();
    await page.getByText(/^Next reminder on /).waitFor({ state: "detached" });
    const { off } = await read(page, `/api/invoices/${late.id}/chasing`);
    assert.equal(off, true);
    await page.getByLabel("Remind of this invoice").click();
    await page.getByText(/^Next reminder on /).waitFor();
    // The customer's own switch wins.
    const invoice = await read(page, `/api/invoices/${late.id}`);
    await page.goto(`/contacts/${invoice.contactId}`);
    await page.getByLabel("Automatic reminders").click();
    await page.getByText("No reminder goes by itself.").waitFor();
    await sound(page, "a customer who is not chased");
    await picture(page, `chasing-contact-${size}`);
    await page.goto(`/invoices/${late.id}`);
    await page.getByText(/Turn it on again on their page\./).waitFor();
    await ada.leave();
  });

  test(`who owes is seen by age and chased in one tap (${size})`, async (t) => {
    const { ada, page, late } = await owing(t, `owed-${size}`, viewport);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Who owes me" }).filter({ visible: true }).first().click();
    await page.getByRole("heading", { name: "Who owes me" }).waitFor();
    const dashboard = await read(page, "/api/dashboard");
    const owed = await read(page, "/api/owed");
    assert.deepEqual([owed.all.outstanding, owed.all.overdue], [dashboard.outstanding, dashboard.overdue]);
    await page.getByText("Owed in all").waitFor();
    await sound(page, "who owes");
    await picture(page, `owed-${size}`);
    const file = await page.request.get("/api/owed/export");
    assert.match(await file.text(), /^\uFEFF?Customer,Invoices,/);
    await page.getByText("Most first").click();
    await page.waitForURL(/sort=most/);
    await page.getByRole("link", { name: new RegExp(owed.customers[0].name) }).filter({ visible: true }).first().click();
    await page.getByRole("heading", { name: owed.customers[0].name }).waitFor();
    const chase = page.getByRole("group", { name: `Chase invoice ${late.number}` });
    await chase.waitFor();
    await sound(page, "what one customer owes");
    await picture(page, `debtor-${size}`);
    const whatsapp = new URL(await chase.getByRole("link", { name: "WhatsApp" }).getAttribute("href"));
    const text = whatsapp.searchParams.get("text");
    assert.match(text, new RegExp(`a friendly reminder of invoice ${late.number} .* was due on`));
    const sms = await chase.getByRole("link", { name: "Text message" }).getAttribute("href");
    assert.ok(sms.startsWith("sms:") && sms.endsWith(encodeURIComponent(text)), sms);
    await chase.getByRole("button", { name: "Email" }).click();
    await page.getByText(/^A reminder goes out in \d+ seconds/).waitFor();
    await picture(page, `chase-now-${size}`);
    const customer = (await read(page, `/api/invoices/${late.id}`)).contact.email;
    const [mail] = await mailed(place.server(), customer, new RegExp(`Subject: Reminder: invoice ${late.number}[\\s\\S]*`));
    assert.match(mail, /was due on/);
    await ada.leave();
  });
}

