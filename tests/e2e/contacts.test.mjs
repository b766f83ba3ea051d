// Contacts: what is noted of a customer, what they owe, and the way from them to a new quote.
import assert from "node:assert/strict";
import test from "node:test";
import { gbp, read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { withInvoices } from "./support/invoices.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

test("a customer is written down with their job addresses, and read again", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave, expectErrors } = await plumber(place, t, `details-${size}`, viewport);
    expectErrors(/422/);
    await page.goto("/add-contact");
    await page.getByLabel("Name").fill("Anita Patel");
    assert.equal(await page.getByLabel("VAT number").isVisible(), false);
    await page.getByRole("button", { name: "Add a job address" }).click();
    const site = page.getByRole("group", { name: "Job address 1" });
    await page.getByRole("button", { name: "Save contact" }).click();
    // What is missing is told where it is missing.
    await site.getByText("Please enter the address of the job.").waitFor();
    await site.getByLabel("What you call it").fill("The rental");
    await site.getByRole("textbox", { name: /^Address(?! line)/ }).fill("9 Quay Street");
    await site.getByLabel("Postcode").fill("hu11aa");
    await page.getByRole("button", { name: /^More details/ }).click();
    await page.getByRole("radio", { name: "A business" }).click();
    await page.getByLabel("VAT number").fill("GB 123 4567 89");
    await page.getByRole("switch", { name: "Takes off CIS" }).click();
    await page.getByLabel("Notes").fill("Key under the pot.");
    await sound(page, "the contact form");
    await picture(page, `contact-form-${size}`);
    await page.getByRole("button", { name: "Save contact" }).click();
    await page.getByRole("heading", { name: "Anita Patel", level: 1 }).waitFor();
    for (const text of [
      "The rental",
      "9 Quay Street",
      "HU1 1AA",
      "VAT number GB 123 4567 89",
      "Takes off CIS",
      "Buys for a business",
      "Key under the pot.",
      "Nothing is outstanding.",
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await sound(page, "a contact");
    // What is filled in is open when it is changed.
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Notes").fill("Ring first.");
    await page.getByRole("button", { name: "Remove job address 1" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Ring first.").waitFor();
    assert.equal(await page.getByText("9 Quay Street").count(), 0);
    await leave();
  }
});

test("the list says what each owes, as the dashboard does, and leads to a new invoice", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { ada, page } = await withInvoices(place, t, `owed-${size}`, viewport);
    await write(page, "/api/contacts", { name: "Zoe Quick", city: "Hull" });
    const { outstanding } = await read(page, "/api/dashboard");
    await page.goto("/contacts");
    await page.getByRole("link", { name: `${gbp(outstanding)} owed in all` }).waitFor();
    const list = page.getByRole(size === "phone" ? "list" : "table", { name: "Contacts" });
    await list.getByText(gbp(outstanding)).waitFor();
    await sound(page, "the contacts");
    await picture(page, `contacts-${size}`);

    if (size === "phone") await page.getByLabel("Order").selectOption({ label: "Owed, most first" });
    else await page.getByRole("button", { name: "Owed" }).click();
    await page.waitForURL("**/contacts?sort=owed&order=desc");
    assert.match(await list.getByRole("link").first().textContent(), /Margaret Holroyd/);
    await page.getByLabel("Search contacts").fill("hull");
    await page.getByText("1 of 2 contacts").waitFor();
    await page.getByLabel("Search contacts").fill("");

    await list.getByRole("link", { name: "Margaret Holroyd" }).click();
    await page.getByRole("heading", { name: "Margaret Holroyd", level: 1 }).waitFor();
    await page.getByText(gbp(outstanding)).first().waitFor();
    await page.getByText(/overdue/).first().waitFor();
    await sound(page, "a contact who owes");
    await picture(page, `contact-${size}`);
    await page.getByRole("link", { name: "New invoice" }).click();
    await page.waitForURL(/\/invoices\/(create\?contactId=|edit\/)/);
    await page.getByText("Margaret Holroyd").first().waitFor();
    await ada.leave();
  }
});

test("a customer's statement says what was invoiced and paid, and is a PDF", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { ada, page, who } = await withInvoices(place, t, `statement-${size}`, viewport);
    const { outstanding } = await read(page, "/api/dashboard");
    await page.goto(`/contacts/${who.contact.id}`);
    await page.getByRole("link", { name: "Statement" }).click();
    await page.getByRole("heading", { name: "Statement", level: 1 }).waitFor();
    await page.getByText(gbp(outstanding)).first().waitFor();
    const list = page.getByRole(size === "phone" ? "list" : "table", { name: "Statement" });
    await list.getByText(/^Payment for INV-/).waitFor();
    assert.equal(await list.getByText(/^Invoice INV-/).count(), 3);
    await sound(page, "a statement");
    await picture(page, `statement-${size}`);
    const file = await page.getByRole("link", { name: "PDF" }).getAttribute("href");
    const pdf = await page.request.get(file);
    assert.equal(pdf.headers()["content-type"], "application/pdf");
    assert.match((await pdf.body()).subarray(0, 5).toString(), /%PDF-/);
    // Days without anything say so.
    await page.goto(`/contacts/${who.contact.id}/statement?from=2001-01-01&to=2001-02-01`);
    await page.getByText("Nothing was invoiced or paid in this time.").waitFor();
    await ada.leave();
  }
});

const FILE = `Name;Town;Email;Shoe size
Margaret Holroyd;York;margaret@example.com;5
Zoë O’Brien;Köln;zoe@example.com;
;Hull;nobody@example.com;
`;

test("a file of contacts is looked at, then kept", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave } = await plumber(place, t, `import-${size}`, viewport);
    await page.goto("/contacts");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Import contacts" }).click();
    await page.getByLabel("File of contacts").setInputFiles({
      name: "customers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(FILE, "utf16le"),
    });
    const rows = page.getByRole("region", { name: "What happens with each row" });
    const list = rows.getByRole(size === "phone" ? "list" : "table", { name: "Rows of the file" });
    await list.getByText("Adds address").waitFor();
    await list.getByText("Please enter a name or a company.").waitFor();
    await page.getByText("Shoe size").waitFor();
    assert.equal((await read(page, "/api/contacts")).length, 1);
    await sound(page, "what an import will do");
    await picture(page, `import-${size}`);
    await page.getByRole("button", { name: "Import 2 contacts" }).click();
    await page.getByText("1 new, 1 filled in, 0 there already, 1 left out.").waitFor();
    await sound(page, "what an import did");
    await page.getByRole("link", { name: "See contacts" }).click();
    await page.getByRole("link", { name: "Zoë O’Brien" }).waitFor();
    const [zoe] = (await read(page, "/api/contacts")).filter(({ city }) => city === "Köln");
    assert.equal(zoe.name, "Zoë O’Brien");
    await leave();
  }
});

test("two thousand contacts are never in the page at once", async (t) => {
  const { page, leave } = await plumber(place, t, "many", DESKTOP);
  const names = Array.from({ length: 2_000 }, (_, at) => `Customer ${String(at).padStart(4, "0")}`);
  const file = { name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(`Name\n${names.join("\n")}`) };
  const done = await page.request.post("/api/contacts/import", { multipart: { file } });
  assert.equal((await done.json()).new, 2_000);
  await page.goto("/contacts");
  const rows = page.getByRole("table", { name: "Contacts" }).locator("tbody tr");
  await page.getByText("2001 contacts").waitFor();
  assert.ok((await rows.count()) < 400, `${await rows.count()} rows`);
  await rows.last().scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: "Customer 0150" }).waitFor();
  await page.getByLabel("Search contacts").fill("1999");
  await page.getByRole("link", { name: "Customer 1999" }).waitFor();
  await leave();
});
