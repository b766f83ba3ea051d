// Import from another program: its files are read, every difference is listed, and then everything is
// imported.
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const toCsvLine = (cost: number) => ({
  quantity: 1,
  cost,
  line_total: cost,
  product_key: "Clips",
  tax_name1: "VAT",
  tax_rate1: 20,
});

/**
 * A backup with an invoice whose total is a penny less here, one that is paid, and one that can't be
 * imported.
 */
const BACKUP = {
  app_version: "5.11.2",
  clients: [{ hashed_id: "cA", name: "Harbour Homes Ltd" }],
  client_contacts: [{ client_id: "cA", first_name: "Amy", last_name: "Frost", email: "amy@harbour.example" }],
  products: [{ product_key: "TAP", price: 45, cost: 20 }],
  quotes: [],
  credits: [{}],
  invoices: [
    {
      hashed_id: "iA",
      client_id: "cA",
      number: "0101",
      status_id: 2,
      date: "2026-03-01",
      due_date: "2026-03-31",
      amount: 7.17,
      balance: 7.17,
      line_items: [toCsvLine(1.99), toCsvLine(1.99), toCsvLine(1.99)],
    },
    {
      hashed_id: "iB",
      client_id: "cA",
      number: "0102",
      status_id: 4,
      date: "2026-04-01",
      due_date: "2026-04-30",
      amount: 120,
      balance: 0,
      line_items: [toCsvLine(100)],
    },
    { hashed_id: "iC", client_id: "cA", number: "0103", status_id: 2, date: "2026-05-01", line_items: [] },
  ],
};

const createUpload = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

test("an Invoice Ninja backup is previewed with the penny that differs, then imported", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const { page, expectErrors } = await plumber();
  // The file that isn't a backup.
  expectErrors(/arriving\/preview/);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Import from another program" }).click();
  await page.getByRole("heading", { level: 1, name: "Import from another program" }).waitFor();
  await expectFits(page, "the choice of a program");
  await takePagePicture(page, `arriving-choice-${size}`);
  await page.getByRole("radio", { name: "Invoice Ninja" }).click();
  const files = page.getByLabel("Files from Invoice Ninja");
  // Another file is refused, without side effects.
  await files.setInputFiles(createUpload("customers.csv", "text/csv", "Name\nJo\n"));
  await page.getByText("There is no backup of Invoice Ninja among these files", { exact: false }).waitFor();
  await files.setInputFiles(createUpload("backup.json", "application/json", JSON.stringify(BACKUP)));
  await page.getByText("This imports 1 customer, 1 item and 2 invoices.").waitFor();
  const penny = page.getByText("A line of £0.01 makes up the difference.");
  await penny.filter({ visible: true }).waitFor();
  await page.getByText("1 credit note", { exact: true }).waitFor();
  await expectSoundLayout(page, "what a backup brings");
  await takePagePicture(page, `arriving-look-${size}`);
  await page.getByRole("radio", { name: "Can’t be imported 1" }).click();
  await page.getByText("It has no lines.").filter({ visible: true }).waitFor();
  await page.getByRole("tab", { name: "Customers" }).click();
  await page.getByText("Amy Frost").filter({ visible: true }).waitFor();
  // That document can be left out, and included again.
  const importAnyway = page.getByRole("checkbox", {
    name: "Import the 1 document whose total is different here",
  });
  await importAnyway.click();
  await page.getByText("This imports 1 customer, 1 item and 1 invoice.").waitFor();
  await importAnyway.click();
  await page.getByText("This imports 1 customer, 1 item and 2 invoices.").waitFor();
  expect((await getJson(page, "/api/invoices")).total, "nothing is kept yet").toBe(0);
  await page.getByRole("button", { name: "Import everything" }).click();
  await page.getByText("Imported: 1 customer, 1 item and 2 invoices.").first().waitFor();
  await expectFits(page, "the arrival");
  await takePagePicture(page, `arriving-done-${size}`);
  await page.getByRole("link", { name: "See invoices" }).click();
  await page.getByText("£7.17").filter({ visible: true }).first().waitFor();
  const { data } = await getJson(page, "/api/invoices");
  const byNumber = new Map<string, Json>(data.map((invoice: Json) => [invoice.number, invoice]));
  expect([...byNumber.keys()].sort()).toEqual(["0101", "0102"]);
  expect(byNumber.get("0101")).toMatchObject({ status: "sent", totalAmount: "7.17" });
  expect(byNumber.get("0102")).toMatchObject({ status: "paid", totalAmount: "120.00" });
  const { id } = byNumber.get("0101");
  await page.goto(`/invoices/${id}`);
  await page.getByText("Imported from Invoice Ninja").first().waitFor();
  await page.getByText("Difference from the total in Invoice Ninja").first().waitFor();
});

test("the settings lead to the reminders of the only business", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const { page } = await plumber();
  await page.goto("/settings");
  await expectSoundLayout(page, "the settings");
  await takePagePicture(page, `settings-${size}`);
  await page.getByRole("link", { name: "Reminders" }).click();
  const reminderText = page.getByLabel("Invoice reminder");
  await reminderText.waitFor();
  await expect(page.locator("#reminders")).toBeInViewport();
  await reminderText.fill("{number} over {amount} was due on {date}. Could you have a look?");
  await page.getByText("INV-0031 over £480.00 was due on 30 Nov 2026. Could you have a look?").waitFor();
  await takePagePicture(page, `reminders-${size}`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page
    .getByText(/ was saved$/)
    .first()
    .waitFor();
  const [profile] = await getJson(page, "/api/business-profiles");
  expect(profile.invoiceReminder).toBe("{number} over {amount} was due on {date}. Could you have a look?");
});
