// Contacts: a customer's details, what they owe, their statement, and importing them.
import { DESKTOP } from "./support/browser.ts";
import { createInvoices } from "./support/invoices.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { formatPounds, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a customer is added with a job address, shown, and changed", { tag: "@both" }, async ({
  plumber,
  screen,
  size,
}) => {
  const { page, expectErrors } = await plumber();
  // The job address is empty at first.
  expectErrors(/422/);
  await page.goto("/add-contact");
  for (const viewport of [DESKTOP, screen]) {
    await page.setViewportSize(viewport);
    const save = page.getByRole("button", { name: "Save customer" });
    await expect(save, "without scrolling").toBeInViewport({ ratio: 1 });
  }
  await page.getByLabel("Name").fill("Anita Patel");
  await expect(page.getByLabel("VAT number")).toBeHidden();
  await page.getByRole("button", { name: "Add a job address" }).click();
  const site = page.getByRole("group", { name: "Job address 1" });
  await page.getByRole("button", { name: "Save customer" }).click();
  // The error is displayed at the empty field.
  await site.getByText("Please enter the address of the job.").waitFor();
  await site.getByLabel("What you call it").fill("The rental");
  await site.getByRole("textbox", { name: /^Address(?! line)/ }).fill("9 Quay Street");
  await site.getByLabel("Postcode").fill("hu11aa");
  await page.getByRole("button", { name: /^More details/ }).click();
  await page.getByRole("radio", { name: "A business" }).click();
  await page.getByLabel("VAT number").fill("GB 123 4567 89");
  await page.getByRole("switch", { name: "Deducts CIS" }).click();
  await page.getByLabel("Notes").fill("Key under the pot.");
  await expectSoundLayout(page, "the contact form");
  await takePagePicture(page, `contact-form-${size}`);
  await page.getByRole("button", { name: "Save customer" }).click();
  await page.getByRole("heading", { name: "Anita Patel", level: 1 }).waitFor();
  for (const text of [
    "The rental",
    "9 Quay Street",
    "HU1 1AA",
    "VAT number GB 123 4567 89",
    "Deducts CIS",
    "Business customer",
    "Key under the pot.",
    "Nothing is outstanding.",
  ]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  await expectSoundLayout(page, "a contact");
  // The form opens with the sections that have content expanded.
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Notes").fill("Ring first.");
  await page.getByRole("button", { name: "Remove job address 1" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Ring first.").waitFor();
  await expect(page.getByText("9 Quay Street")).toHaveCount(0);
});

test("the list shows what each owes, as the dashboard does, and leads to a new invoice", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const { page } = await createInvoices(plumber);
  await postJson(page, "/api/contacts", { name: "Zoe Quick", city: "Hull" });
  const { outstanding } = await getJson(page, "/api/dashboard");
  await page.goto("/contacts");
  await page.getByRole("link", { name: `${formatPounds(outstanding)} owed in all` }).waitFor();
  const list = page.getByRole(size === "phone" ? "list" : "table", { name: "Contacts" });
  await list.getByText(formatPounds(outstanding)).waitFor();
  await expectSoundLayout(page, "the contacts");
  await takePagePicture(page, `contacts-${size}`);

  if (size === "phone") await page.getByLabel("Order").selectOption({ label: "Owed, highest first" });
  else await page.getByRole("button", { name: "Owed" }).click();
  await page.waitForURL("**/contacts?sort=owed&order=desc");
  await expect(list.getByRole("link").first()).toHaveText(/Margaret Holroyd/);
  await page.getByLabel("Search customers").fill("hull");
  await page.getByText("1 of 2 customers").waitFor();
  await page.getByLabel("Search customers").fill("");

  await list.getByRole("link", { name: "Margaret Holroyd" }).click();
  await page.getByRole("heading", { name: "Margaret Holroyd", level: 1 }).waitFor();
  await page.getByText(formatPounds(outstanding)).first().waitFor();
  await page
    .getByText(/overdue/)
    .first()
    .waitFor();
  await takePagePicture(page, `contact-${size}`);
  await page.getByRole("link", { name: "New invoice" }).click();
  await page.waitForURL(/\/invoices\/(create\?contactId=|edit\/)/);
  await page.getByText("Margaret Holroyd").first().waitFor();
});

test("a customer's statement lists invoices and payments, and can be downloaded as a PDF", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const { page, who } = await createInvoices(plumber);
  const { outstanding } = await getJson(page, "/api/dashboard");
  await page.goto(`/contacts/${who.contact.id}`);
  await page.getByRole("link", { name: "Statement" }).click();
  await page.getByRole("heading", { name: "Statement", level: 1 }).waitFor();
  await page.getByText(formatPounds(outstanding)).first().waitFor();
  const list = page.getByRole(size === "phone" ? "list" : "table", { name: "Statement" });
  await list.getByText(/^Payment for INV-/).waitFor();
  await expect(list.getByText(/^Invoice INV-/)).toHaveCount(3);
  await expectSoundLayout(page, "a statement");
  await takePagePicture(page, `statement-${size}`);
  const file = await page.getByRole("link", { name: "PDF" }).getAttribute("href");
  const pdf = await page.request.get(file ?? "");
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  // A period without entries.
  await page.goto(`/contacts/${who.contact.id}/statement?from=2001-01-01&to=2001-02-01`);
  await page.getByText("Nothing was invoiced or paid between these dates.").waitFor();
});

const FILE = `Name;Town;Email;Shoe size
Margaret Holroyd;York;margaret@example.com;5
Zoë O’Brien;Köln;zoe@example.com;
;Hull;nobody@example.com;
`;

test("a file of contacts is shown first, then imported", { tag: "@both" }, async ({ plumber, size }) => {
  const { page } = await plumber();
  await page.goto("/contacts");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import contacts" }).click();
  await page.getByLabel("Contacts file").setInputFiles({
    name: "customers.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(FILE, "utf16le"),
  });
  const rows = page.getByRole("region", { name: "What happens with each row" });
  const list = rows.getByRole(size === "phone" ? "list" : "table", { name: "Rows in the file" });
  await list.getByText("Adds address").waitFor();
  await list.getByText("Please enter a name or a company.").waitFor();
  await page.getByText("Shoe size").filter({ visible: true }).first().waitFor();
  expect((await getJson(page, "/api/contacts")).length).toBe(1);
  await expectSoundLayout(page, "what an import will do");
  await takePagePicture(page, `import-${size}`);
  await page.getByRole("button", { name: "Import 2 contacts" }).click();
  await page.getByText("1 new, 1 filled in, 0 already there, 1 left out.").waitFor();
  await expectSoundLayout(page, "what an import did");
  await page.getByRole("link", { name: "See contacts" }).click();
  await page.getByRole("link", { name: "Zoë O’Brien" }).waitFor();
  const contacts: Json[] = await getJson(page, "/api/contacts");
  expect(contacts.find(({ city }) => city === "Köln")?.name).toBe("Zoë O’Brien");
});

test("two thousand contacts are never in the page at once", async ({ plumber }) => {
  const { page } = await plumber(DESKTOP);
  const names = Array.from({ length: 2_000 }, (_, at) => `Customer ${String(at).padStart(4, "0")}`);
  const file = { name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(`Name\n${names.join("\n")}`) };
  const done = await page.request.post("/api/contacts/import", { multipart: { file } });
  expect((await done.json()).new).toBe(2_000);
  await page.goto("/contacts");
  const rows = page.getByRole("table", { name: "Contacts" }).locator("tbody tr");
  await page.getByText("2001 customers").waitFor();
  expect(await rows.count()).toBeLessThan(400);
  await rows.last().scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: "Customer 0150" }).waitFor();
  await page.getByLabel("Search customers").fill("1999");
  await page.getByRole("link", { name: "Customer 1999" }).waitFor();
});
