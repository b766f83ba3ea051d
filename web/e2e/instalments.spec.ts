// Instalments, on the business's and the customer's pages: agreed, sent, and the first one paid.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP } from "./support/browser.ts";
import { createFullBusiness, formatShortDay, TEMPLATES } from "./support/customer.ts";
import { readPdfText } from "./support/downloads.ts";
import { doubleTextSize, expectFits, expectSoundLayout, getBox } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { type ApiClient, dayFromToday, getJson, type Json, type Parties, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** A draft invoice over £120.00, due today. */
function createDraftInvoice(
  asker: ApiClient,
  { profile, contact }: Parties,
  more: object = {},
): Promise<Json> {
  return postJson(asker, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: dayFromToday(0),
    dueDate: dayFromToday(0),
    jobDescription: "New boiler in the airing cupboard",
    items: [{ id: "boiler", name: "Combi boiler 30 kW", quantity: "1", price: "100" }],
    tax: "20",
    ...more,
  });
}

/** The text of the first page of a document's PDF, which is also saved where pictures are taken. */
async function readInvoicePdf(publicUrl: string, name: string): Promise<string> {
  const pdf = Buffer.from(await (await fetch(`${publicUrl}.pdf`)).arrayBuffer());
  const folder = process.env.PLUMBLINE_PICTURES;
  if (folder) await writeFile(join(folder, `${name}.pdf`), pdf);
  return readPdfText(pdf)[0] ?? "";
}

test("instalments are agreed, sent, and the first is paid", { tag: "@both" }, async ({
  owner,
  enter,
  size,
}) => {
  const { page } = await owner();
  const { page: customerPage } = await enter();
  const draft = await createDraftInvoice(page, await createFullBusiness(page));
  await page.goto(`/invoices/${draft.id}`);
  await page.getByRole("heading", { name: "Draft invoice" }).waitFor();
  await page.getByRole("button", { name: "Agree instalments" }).click();
  const dialog = page.getByRole("dialog", { name: "Agree instalments" });
  // The suggestion is three equal ones, a month apart.
  const amounts = dialog.getByLabel(/^Amount of instalment/);
  await amounts.nth(2).waitFor();
  await expect(amounts).toHaveCount(3);
  await expect(amounts.first()).toHaveValue("40.00");
  await takePagePicture(page, `instalments-dialog-${size}`);
  await dialog.getByLabel("How many").fill("37");
  await dialog.getByText("Enter 2 to 36 instalments.").waitFor();
  await dialog.getByLabel("How many").fill("4");
  await dialog.getByLabel("First one").fill("50");
  await dialog.getByText("Weekly", { exact: true }).click();
  await dialog.getByText("Exactly the invoice’s total.").waitFor();
  await expect(amounts).toHaveCount(4);
  await expect(amounts.nth(1)).toHaveValue("23.34");
  // A missing penny is displayed while typing, and prevents agreeing.
  await amounts.nth(3).fill("23.32");
  await dialog.getByText("£0.01 left over: the invoice comes to £120.00.").waitFor();
  const agreeButton = dialog.getByRole("button", { name: "Agree instalments" });
  await expect(agreeButton).toBeDisabled();
  await expectSoundLayout(page, "a penny left over");
  await takePagePicture(page, `instalments-left-over-${size}`);
  await amounts.nth(3).fill("23.33");
  await dialog.getByText("Exactly the invoice’s total.").waitFor();
  await agreeButton.click();
  await dialog.waitFor({ state: "detached" });
  const plan = page.getByRole("list", { name: "Instalments" });
  await plan.getByText("1 of 4").waitFor();
  await page.getByText("Instalments agreed").first().waitFor();

  const sent = await postJson(page, `/api/invoices/${draft.id}/send`, { via: "link" });
  await page.goto(`/invoices/${draft.id}`);
  await page.getByRole("heading", { name: "Invoice INV-0001" }).waitFor();
  await page.getByText("£50.00 is due now").waitFor();
  await expectFits(page, "the invoice");
  await takePagePicture(page, `instalments-invoice-${size}`);

  await customerPage.goto(sent.publicUrl);
  await customerPage.getByText("£50.00 of it is due now").waitFor();
  const printed = customerPage.getByRole("article");
  await printed.getByRole("heading", { name: "Instalments" }).waitFor();
  await printed.getByText(formatShortDay(dayFromToday(7))).waitFor();
  await takePagePicture(customerPage, `instalments-public-${size}`);
  await customerPage.getByRole("radio", { name: "Bank transfer" }).check();
  // The whole balance may be paid instead.
  await customerPage.getByText("All £120.00").click();
  await customerPage.getByRole("heading", { name: "Pay £120.00" }).waitFor();
  await customerPage.getByText("£50.00 now").click();
  await customerPage.getByRole("heading", { name: "Pay £50.00" }).waitFor();
  await expectFits(customerPage, "the ways to pay");
  await takePagePicture(customerPage, `instalments-pay-${size}`);
  await customerPage.getByRole("button", { name: "I have made the transfer" }).click();
  await customerPage
    .getByText(/^Payment recorded and awaiting confirmation/)
    .first()
    .waitFor();

  // The business's page displays the payment without a reload, and the business confirms it.
  await page
    .getByRole("button", { name: /^Confirm/ })
    .first()
    .click();
  await plan.getByText("Paid", { exact: true }).waitFor();
  await customerPage.getByText(`£23.34 of it is due by ${formatShortDay(dayFromToday(7))}`).waitFor();
  await printed.getByText("Paid", { exact: true }).first().waitFor();
  await takePagePicture(page, `instalments-paid-${size}`);
  await takePagePicture(customerPage, `instalments-public-paid-${size}`);
  const now = await getJson(page, `/api/invoices/${draft.id}`);
  expect(now.instalmentStanding.parts.map(({ state }: Json) => state)).toEqual([
    "paid",
    "later",
    "later",
    "later",
  ]);

  const text = await readInvoicePdf(sent.publicUrl, `plan-${size}`);
  expect(text).toMatch(/Instalments/);
  expect(text).toMatch(/1 of 4/);
  expect(text).toMatch(/£23\.34/);

  // Removed and restored, although the live update arrives before the response.
  await page.route(
    "**/instalments",
    async (route) => {
      const response = await route.fetch();
      await plan.waitFor({ state: "detached" });
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  // The toast about the confirmed payment may still be open, with an 'Undo' of its own.
  const notices = page.getByRole("region", { name: /Notifications/ });
  await notices.getByText("Instalments removed").waitFor();
  await notices.getByRole("button", { name: "Undo" }).click();
  await plan.getByText("2 of 4").waitFor();
});

test("every template shows the instalments on the page and in the PDF", async ({ office, enter, server }) => {
  const { page: asker } = await office();
  const { page: customerPage } = await enter(DESKTOP);
  const who = await createFullBusiness(asker);
  const instalments = [0, 30, 61].map((away) => ({ date: dayFromToday(away), amount: "40.00" }));
  for (const template of TEMPLATES) {
    const { id, version } = await createDraftInvoice(asker, who, { template });
    const put = await asker.request.put(`/api/invoices/${id}/instalments`, {
      data: { version, instalments },
      headers: { origin: server.url, "sec-fetch-site": "same-origin" },
    });
    expect(put.status(), await put.text()).toBe(200);
    const { publicUrl } = await postJson(asker, `/api/invoices/${id}/send`, { via: "link" });
    expect(await readInvoicePdf(publicUrl, `plan-${template}`)).toMatch(/1 of 3/);
    await customerPage.goto(publicUrl);
    await customerPage.getByRole("heading", { name: "Instalments" }).waitFor();
    await takePagePicture(customerPage, `instalments-template-${template}`);
  }
});

test("on a narrow phone at double text size both amounts to choose from fit", async ({
  office,
  enter,
  server,
}) => {
  const { page: asker } = await office();
  const { page } = await enter({ width: 320, height: 640 });
  const who = await createFullBusiness(asker);
  const items = [{ id: "boiler", name: "Combi boiler", quantity: "1", price: "1287.90" }];
  const { id, version } = await createDraftInvoice(asker, who, { tax: "0", items });
  const instalments = [0, 30].map((away) => ({ date: dayFromToday(away), amount: "643.95" }));
  const put = await asker.request.put(`/api/invoices/${id}/instalments`, {
    data: { version, instalments },
    headers: { origin: server.url, "sec-fetch-site": "same-origin" },
  });
  expect(put.status(), await put.text()).toBe(200);
  const { publicUrl } = await postJson(asker, `/api/invoices/${id}/send`, { via: "link" });
  await page.goto(publicUrl);
  const choice = page.getByRole("group", { name: "How much would you like to pay?" });
  await choice.waitFor();
  await doubleTextSize(page);
  for (const label of [/now$/, /^All/]) {
    const { x, width } = await getBox(choice.locator("label").filter({ hasText: label }));
    expect(x + width, String(label)).toBeLessThanOrEqual(320);
  }
});
