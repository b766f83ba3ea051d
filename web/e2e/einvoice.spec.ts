// E-invoices, from the customer's preference to the file: the editor lists what is missing, with links to
// where it is entered.
import { readFile } from "node:fs/promises";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { dayFromToday, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

test("a customer wants e-invoices, and gets one", { tag: "@both" }, async ({ plumber, size }) => {
  const { page, who, expectErrors } = await plumber();
  expectErrors(/422/);
  const draft = await postJson(page, "/api/invoices", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: dayFromToday(0),
    dueDate: dayFromToday(14),
    tax: "20",
    items: [{ id: "a", name: "Call-out", quantity: "1", price: "100" }],
  });
  // If the customer doesn't want e-invoices, nothing about them is displayed.
  await page.goto(`/invoices/edit/${draft.id}`);
  await page.getByLabel("Job description").waitFor();
  await expect(page.getByText("Needed for an e-invoice")).toHaveCount(0);

  await page.goto(`/contacts/${who.contact.id}/edit`);
  await page.getByRole("button", { name: /^More details/ }).click();
  await expect(page.getByLabel("Peppol address")).toBeHidden();
  await page.getByRole("switch", { name: "Wants e-invoices" }).click();
  await page.getByLabel("Peppol address").fill("margaret@example.com");
  await expectFits(page, "the customer's wish");
  await takePagePicture(page, `einvoice-contact-${size}`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("A Peppol address isn’t an email address.").waitFor();
  await page.getByLabel("Peppol address").fill("0088:5060012349998");
  await page.getByLabel("Town or city").fill("York");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(`**/contacts/${who.contact.id}`);
  await page.getByText("Wants e-invoices").waitFor();

  // In the editor.
  await page.goto(`/invoices/edit/${draft.id}`);
  const part = page.getByRole("region", { name: "E-invoice" });
  await part.getByText("Your customer’s reference is missing.").waitFor();
  await part.getByText("Your VAT number is missing").waitFor();
  await expectFits(page, "what is missing in the editor");
  await takePagePicture(page, `einvoice-editor-${size}`);
  await part.getByRole("button", { name: "Enter it" }).click();
  const reference = page.getByLabel("Their order number");
  await expect(reference).toBeFocused();
  await reference.fill("PO-771");
  await part.getByText("Your customer’s reference is missing.").waitFor({ state: "detached" });
  await part.getByRole("link", { name: "Edit your business" }).first().click();
  await page.waitForURL(`**/settings/business-profiles/${who.profile.id}`);
  await page.getByLabel("VAT number").fill("GB 123 4567 89");
  await page.getByLabel("Town or city").fill("Leeds");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page
    .getByText(/saved|updated/i)
    .first()
    .waitFor();

  // On its page: ready, sent, and as a file.
  await page.goto(`/invoices/${draft.id}`);
  await page.getByText("Ready. We attach it when you email this invoice.").waitFor();
  await page.getByText("Their order number: PO-771").waitFor();
  await page.getByRole("button", { name: "Send invoice" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("By email", { exact: true }).click();
  await dialog.getByText("We attach the e-invoice (XML) with the PDF.").waitFor();
  await expectFits(page, "the send dialog");
  await takePagePicture(page, `einvoice-send-${size}`);
  await dialog.getByRole("button", { name: /^Send invoice/ }).click();
  await dialog.getByText("is on its way").waitFor();
  await page.goto(`/invoices/${draft.id}`);
  await page.getByRole("link", { name: "Download e-invoice" }).waitFor();
  await expectFits(page, "an e-invoice that is ready");
  await takePagePicture(page, `einvoice-ready-${size}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download e-invoice" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Invoice INV-0001 from Pipe & Daughters.xml");
  const xml = await readFile(await file.path(), "utf8");
  expect(xml).toMatch(/<cac:OrderReference>\s*<cbc:ID>PO-771</);
  expect(xml).toMatch(/PayableAmount currencyID="GBP">120\.00</);
});
