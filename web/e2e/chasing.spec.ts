// Reminders of unpaid invoices: the plan with a preview of its emails, an invoice's next reminder and its
// switches, a reminder sent at once, and the page of debtors.
import type { Locator } from "@playwright/test";
import { createInvoices } from "./support/invoices.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

/** A user with unpaid invoices, and the most overdue of them as in the list. */
async function createOwing(plumber: TestFixtures["plumber"]) {
  const { ada, page, who } = await createInvoices(plumber);
  const { data } = await getJson(page, "/api/invoices?status=overdue&sort=dueDate");
  return { ada, page, profile: who.profile, late: data[0] };
}

/** The address of a link. */
const readHref = async (link: Locator): Promise<string> => (await link.getAttribute("href")) ?? "";

test("a reminder plan is switched on, shown on an invoice and switched off for it", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { ada, page, profile, late } = await createOwing(plumber);
  ada.expectErrors(/\/chasing$/);
  await page.goto(`/invoices/${late.id}`);
  await page.getByText("You have no automatic reminders for invoices.").waitFor();
  await page.getByRole("link", { name: "Set up reminders" }).click();
  await page.getByRole("heading", { name: "Reminders", exact: true }).waitFor();
  await expectSoundLayout(page, "the plan");
  await takePagePicture(page, `chasing-plan-${size}`);
  // The error of an invalid reminder is displayed beside it.
  await page.getByLabel("Days of reminder 1").first().fill("0");
  await page.getByLabel("Chase unpaid invoices").click();
  await page.getByRole("button", { name: "Save reminders" }).click();
  await page.getByText("Enter 1 to 365 days.").waitFor();
  await page.getByLabel("Days of reminder 1").first().fill("3");
  // The text, as it is sent.
  await page
    .getByRole("textbox", { name: /^Before an invoice is due/ })
    .fill("Dear {name},\n{amount} is due on {date}.");
  await page.getByRole("button", { name: "Preview: Before an invoice is due" }).click();
  const dialog = page.getByRole("dialog", { name: "How your customer sees it" });
  const mail = dialog.frameLocator("iframe");
  await mail.getByText("Dear Jo Bloggs,").waitFor();
  await mail.getByText(/^£480\.00 is due on /).waitFor();
  await expectFits(page, "the preview");
  await takePagePicture(page, `chasing-preview-${size}`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save reminders" }).click();
  await page.getByText("Reminders are on", { exact: true }).waitFor();
  const plan = await getJson(page, `/api/business-profiles/${profile.id}/chasing`);
  expect([plan.version, plan.invoices, plan.quotes, plan.steps.length]).toEqual([1, true, false, 6]);

  await page.goto(`/invoices/${late.id}`);
  await page.getByText(/^Next reminder on /).waitFor();
  await page.getByText("14 days after it was due").waitFor();
  await expectFits(page, "an invoice that is chased");
  await takePagePicture(page, `chasing-invoice-${size}`);
  await page.getByLabel("Send reminders for this invoice").click();
  await page.getByText(/^Next reminder on /).waitFor({ state: "detached" });
  await expect.poll(async () => (await getJson(page, `/api/invoices/${late.id}/chasing`)).off).toBe(true);
  await page.getByLabel("Send reminders for this invoice").click();
  await page.getByText(/^Next reminder on /).waitFor();
  // A customer's own switch overrides the plan.
  const invoice = await getJson(page, `/api/invoices/${late.id}`);
  await page.goto(`/contacts/${invoice.contactId}`);
  await page.getByLabel("Automatic reminders").click();
  await page.getByText("No automatic reminders.").waitFor();
  await takePagePicture(page, `chasing-contact-${size}`);
  await page.goto(`/invoices/${late.id}`);
  await page.getByText(/Turn it on again on their page\./).waitFor();
});

test("debtors are listed by age and reminded with one tap", { tag: "@both" }, async ({ plumber, size }) => {
  const { page, late } = await createOwing(plumber);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Who owes me" }).filter({ visible: true }).first().click();
  await page.getByRole("heading", { name: "Who owes me" }).waitFor();
  const dashboard = await getJson(page, "/api/dashboard");
  const owed = await getJson(page, "/api/owed");
  expect([owed.all.outstanding, owed.all.overdue]).toEqual([dashboard.outstanding, dashboard.overdue]);
  await page.getByText("Total owed").waitFor();
  await expectSoundLayout(page, "who owes");
  await takePagePicture(page, `owed-${size}`);
  const file = await page.request.get("/api/owed/export");
  expect(await file.text()).toMatch(/^\uFEFF?Customer,Invoices,/);
  await page.getByText("Highest first").click();
  await page.waitForURL(/sort=most/);
  await page
    .getByRole("link", { name: new RegExp(owed.customers[0].name) })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole("heading", { name: owed.customers[0].name }).waitFor();
  const chase = page.getByRole("group", { name: `Chase invoice ${late.number}` });
  await chase.waitFor();
  await expectSoundLayout(page, "what one customer owes");
  await takePagePicture(page, `debtor-${size}`);
  const whatsapp = new URL(await readHref(chase.getByRole("link", { name: "WhatsApp" })));
  const text = whatsapp.searchParams.get("text") ?? "";
  expect(text).toMatch(new RegExp(`a friendly reminder about invoice ${late.number} .* was due on`));
  const sms = await readHref(chase.getByRole("link", { name: "Text message" }));
  expect(sms).toMatch(/^sms:/);
  expect(sms.endsWith(encodeURIComponent(text)), sms).toBe(true);
  const asked = page.waitForRequest(
    (request) => request.method() === "PUT" && request.url().includes("/api/invoices/batches/"),
  );
  await chase.getByRole("button", { name: "Email" }).click();
  expect((await asked).postDataJSON()).toEqual({ action: "remind", ids: [late.id] });
  // The server has accepted the request. What is sent afterwards, and to whom: server/app/tests/http/batches.
  await page.getByText(/^A reminder goes out in \d+ seconds/).waitFor();
  await takePagePicture(page, `chase-now-${size}`);
});
