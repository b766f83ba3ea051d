// Instalments, on the business's pages and the customer's: agreed, sent, and the first one paid.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP } from "./support/browser.ts";
import { business, shortDay, TEMPLATES } from "./support/customer.ts";
import { fits, sound } from "./support/layout.ts";
import { textOf } from "./support/pdf.ts";
import { picture } from "./support/picture.ts";
import { type Asker, day, type Json, read, type Who, write } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** A draft invoice over £120.00 that is due today. */
function draftInvoice(asker: Asker, { profile, contact }: Who, more: object = {}): Promise<Json> {
  return write(asker, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: day(0),
    dueDate: day(0),
    jobDescription: "New boiler in the airing cupboard",
    items: [{ id: "boiler", name: "Combi boiler 30 kW", quantity: "1", price: "100" }],
    tax: "20",
    ...more,
  });
}

/** The text of the first page of a document's PDF, which is kept where pictures are wanted. */
async function pdfText(publicUrl: string, name: string): Promise<string> {
  const pdf = Buffer.from(await (await fetch(`${publicUrl}.pdf`)).arrayBuffer());
  const folder = process.env.PLUMBLINE_PICTURES;
  if (folder) await writeFile(join(folder, `${name}.pdf`), pdf);
  return textOf(pdf)[0] ?? "";
}

test("instalments are agreed, sent, and the first is paid", { tag: "@both" }, async ({
  owner,
  enter,
  size,
}) => {
  const { page } = await owner();
  const { page: there } = await enter();
  const draft = await draftInvoice(page, await business(page));
  await page.goto(`/invoices/${draft.id}`);
  await page.getByRole("heading", { name: "Draft invoice" }).waitFor();
  await page.getByRole("button", { name: "Agree instalments" }).click();
  const dialog = page.getByRole("dialog", { name: "Agree instalments" });
  // Three equal ones, a month apart, are suggested.
  const amounts = dialog.getByLabel(/^Amount of instalment/);
  await amounts.nth(2).waitFor();
  await expect(amounts).toHaveCount(3);
  await expect(amounts.first()).toHaveValue("40.00");
  await picture(page, `instalments-dialog-${size}`);
  await dialog.getByLabel("How many").fill("37");
  await dialog.getByText("Enter 2 to 36 instalments.").waitFor();
  await dialog.getByLabel("How many").fill("4");
  await dialog.getByLabel("First one").fill("50");
  await dialog.getByText("Weekly", { exact: true }).click();
  await dialog.getByText("Exactly the invoice’s total.").waitFor();
  await expect(amounts).toHaveCount(4);
  await expect(amounts.nth(1)).toHaveValue("23.34");
  // A missing penny is shown while it is typed, and cannot be agreed.
  await amounts.nth(3).fill("23.32");
  await dialog.getByText("£0.01 left over: the invoice comes to £120.00.").waitFor();
  const deed = dialog.getByRole("button", { name: "Agree instalments" });
  await expect(deed).toBeDisabled();
  await sound(page, "a penny left over");
  await picture(page, `instalments-left-over-${size}`);
  await amounts.nth(3).fill("23.33");
  await dialog.getByText("Exactly the invoice’s total.").waitFor();
  await deed.click();
  await dialog.waitFor({ state: "detached" });
  const plan = page.getByRole("list", { name: "Instalments" });
  await plan.getByText("1 of 4").waitFor();
  await page.getByText("Instalments agreed").first().waitFor();

  const sent = await write(page, `/api/invoices/${draft.id}/send`, { via: "link" });
  await page.goto(`/invoices/${draft.id}`);
  await page.getByRole("heading", { name: "Invoice INV-0001" }).waitFor();
  await page.getByText("£50.00 is due now").waitFor();
  await fits(page, "the invoice");
  await picture(page, `instalments-invoice-${size}`);

  await there.goto(sent.publicUrl);
  await there.getByText("£50.00 of it is due now").waitFor();
  const paper = there.getByRole("article");
  await paper.getByRole("heading", { name: "Instalments" }).waitFor();
  await paper.getByText(shortDay(day(7))).waitFor();
  await picture(there, `instalments-public-${size}`);
  await there.getByRole("radio", { name: "Bank transfer" }).check();
  // All of it may be paid instead.
  await there.getByText("All £120.00").click();
  await there.getByRole("heading", { name: "Pay £120.00" }).waitFor();
  await there.getByText("£50.00 now").click();
  await there.getByRole("heading", { name: "Pay £50.00" }).waitFor();
  await fits(there, "the ways to pay");
  await picture(there, `instalments-pay-${size}`);
  await there.getByRole("button", { name: "I have made the transfer" }).click();
  await there
    .getByText(/^Payment recorded and awaiting confirmation/)
    .first()
    .waitFor();

  // The business's page shows it without a reload, and the business confirms it.
  await page
    .getByRole("button", { name: /^Confirm/ })
    .first()
    .click();
  await plan.getByText("Paid", { exact: true }).waitFor();
  await there.getByText(`£23.34 of it is due by ${shortDay(day(7))}`).waitFor();
  await paper.getByText("Paid", { exact: true }).first().waitFor();
  await picture(page, `instalments-paid-${size}`);
  await picture(there, `instalments-public-paid-${size}`);
  const now = await read(page, `/api/invoices/${draft.id}`);
  expect(now.instalmentStanding.parts.map(({ state }: Json) => state)).toEqual([
    "paid",
    "later",
    "later",
    "later",
  ]);

  const text = await pdfText(sent.publicUrl, `plan-${size}`);
  expect(text).toMatch(/Instalments/);
  expect(text).toMatch(/1 of 4/);
  expect(text).toMatch(/£23\.34/);

  // Taken away and brought back, though the live update comes before the answer.
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
  // The toast of the payment that was confirmed may still be there, with an 'Undo' of its own.
  const notices = page.getByRole("region", { name: /Notifications/ });
  await notices.getByText("Instalments removed").waitFor();
  await notices.getByRole("button", { name: "Undo" }).click();
  await plan.getByText("2 of 4").waitFor();
});

test("every template shows the instalments on its paper", async ({ office, enter, server }) => {
  const { page: asker } = await office();
  const { page: there } = await enter(DESKTOP);
  const who = await business(asker);
  const instalments = [0, 30, 61].map((away) => ({ date: day(away), amount: "40.00" }));
  for (const template of TEMPLATES) {
    const { id, version } = await draftInvoice(asker, who, { template });
    const put = await asker.request.put(`/api/invoices/${id}/instalments`, {
      data: { version, instalments },
      headers: { origin: server.url, "sec-fetch-site": "same-origin" },
    });
    expect(put.status(), await put.text()).toBe(200);
    const { publicUrl } = await write(asker, `/api/invoices/${id}/send`, { via: "link" });
    expect(await pdfText(publicUrl, `plan-${template}`)).toMatch(/1 of 3/);
    await there.goto(publicUrl);
    await there.getByRole("heading", { name: "Instalments" }).waitFor();
    await picture(there, `instalments-template-${template}`);
  }
});
