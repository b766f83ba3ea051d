// Charging a business customer for paying late: refused for others, calculated, and sent as a request.
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readPdfText } from "./support/downloads.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentInvoice, getJson, postJson, REGISTERED } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

test("interest on a late payment is calculated for a business, but not for a private customer", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const { page, who } = await plumber(undefined, REGISTERED);
  const { id } = await createSentInvoice(page, who, {
    issueDate: "2026-09-07",
    dueDate: "2026-10-07",
    tax: "20",
    jobDescription: "New boiler",
    items: [{ id: "a", name: "Boiler", quantity: "1", price: "1000" }],
  });
  await postJson(page, `/api/invoices/${id}/payments`, { amount: "200", method: "cash", date: "2026-10-28" });
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Charge late payment interest" }).click();
  await page.waitForURL(`**/invoices/${id}/late-payment`);
  // Whether she is a business isn't known yet.
  await page.getByText("you haven’t said if this customer is one").waitFor();
  await expectFits(page, "a customer who may be a business or not");
  await takePagePicture(page, `late-unknown-${size}`);
  await page.getByRole("link", { name: "Business or private?" }).click();
  await page.waitForURL(`**/contacts/${who.contact.id}/edit`);
  const more = page.getByRole("button", { name: /^More details/ });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
  await page.getByText("A business", { exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(`**/contacts/${who.contact.id}`);
  await page.goto(`/invoices/${id}/late-payment`);
  // 1,200.00 for 20 days: at 11.75 % 7.73 (24,000 × 0.1175 / 365 = 7.7260…). The later rows grow by the day.
  await page.getByText("Day by day", { exact: true }).waitFor();
  await page.getByText("£70.00").first().waitFor();
  await page.getByText("£7.73").filter({ visible: true }).waitFor();
  await page.getByText("£1,000.00").first().waitFor();
  await page.getByText("After £200.00 was paid").filter({ visible: true }).waitFor();
  // It also applies to VAT, which is confirmed: nothing is marked.
  await expect(page.getByText("Check with your accountant").filter({ visible: true })).toHaveCount(0);
  await expectSoundLayout(page, "interest for paying late");
  await takePagePicture(page, `late-charge-${size}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download letter" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Late payment INV-0001 from .+\.pdf$/);
  const path = await file.path();
  const letterText = readPdfText(await readFile(path)).join(" ");
  expect(letterText).toMatch(/Late payment of invoice INV-0001/);
  expect(letterText).toMatch(/Late Payment of Commercial Debts/);
  if (process.env.PLUMBLINE_PICTURES) {
    await copyFile(path, join(process.env.PLUMBLINE_PICTURES, `late-letter-${size}.pdf`));
  }
  // Never for a consumer.
  const {
    createdAt: _,
    updatedAt: __,
    id: ___,
    ...fields
  } = await getJson(page, `/api/contacts/${who.contact.id}`);
  const changed = await page.request.put(`/api/contacts/${who.contact.id}`, {
    data: { ...fields, customer_type: "consumer" },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.reload();
  await page.getByText("This customer is private, so you can’t add any.").waitFor();
  await expect(page.getByRole("link", { name: "Download letter" })).toHaveCount(0);
});
