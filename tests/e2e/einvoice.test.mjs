// E-invoices from the customer's wish to the file: what is missing is said while typing, and where it is put right.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { day } from "./support/customer.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a customer wants e-invoices, and gets one (${size})`, async (t) => {
    const { page, who, expectErrors, leave } = await plumber(place, t, `einvoice-${size}`, viewport);
    expectErrors(/422/);
    const draft = await write(page, "/api/invoices", {
      businessProfileId: who.profile.id,
      contactId: who.contact.id,
      issueDate: day(0),
      dueDate: day(14),
      tax: "20",
      items: [{ id: "a", name: "Call-out", quantity: "1", price: "100" }],
    });
    // Whoever's customer wants none never sees it.
    await page.goto(`/invoices/edit/${draft.id}`);
    await page.getByLabel("Job description").waitFor();
    assert.equal(await page.getByText("Before it can be an e-invoice").count(), 0);

    await page.goto(`/contacts/${who.contact.id}/edit`);
    await page.getByRole("button", { name: /^More details/ }).click();
    assert.equal(await page.getByLabel("Peppol address").isVisible(), false);
    await page.getByRole("switch", { name: "Wants e-invoices" }).click();
    await page.getByLabel("Peppol address").fill("margaret@example.com");
    await sound(page, "the customer's wish");
    await picture(page, `einvoice-contact-${size}`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("A Peppol address is no email address.").waitFor();
    await page.getByLabel("Peppol address").fill("0088:5060012349998");
    await page.getByLabel("Town or city").fill("York");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL(`**/contacts/${who.contact.id}`);
    await page.getByText("Wants e-invoices").waitFor();

    // While it is typed.
    await page.goto(`/invoices/edit/${draft.id}`);
    const part = page.getByRole("region", { name: "E-invoice" });
    await part.getByText("Your customer's reference is missing.").waitFor();
    await part.getByText("Your VAT number is missing").waitFor();
    await sound(page, "what is missing in the editor");
    await picture(page, `einvoice-editor-${size}`);
    await part.getByRole("button", { name: "Enter it" }).click();
    const reference = part.getByLabel("Their order number");
    await reference.fill("PO-771");
    await reference.press("Enter");
    await part.getByText("Your customer's reference is missing.").waitFor({ state: "detached" });
    await part.getByRole("link", { name: "Open your business" }).first().click();
    await page.waitForURL(`**/settings/business-profiles/${who.profile.id}`);
    await page.getByLabel("VAT number").fill("GB 123 4567 89");
    await page.getByLabel("Town or city").fill("Leeds");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText(/saved|updated/i).first().waitFor();

    // On its page: ready, sent, and a file.
    await page.goto(`/invoices/${draft.id}`);
    await page.getByText("Ready. It goes with your email when you send this invoice.").waitFor();
    assert.equal(await page.getByLabel("Their order number").inputValue(), "PO-771");
    await page.getByRole("button", { name: "Send invoice" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("By email", { exact: true }).click();
    await dialog.getByText("The e-invoice (XML) goes with the PDF.").waitFor();
    await sound(page, "the send dialog");
    await picture(page, `einvoice-send-${size}`);
    await dialog.getByRole("button", { name: /^Send invoice/ }).click();
    await dialog.getByText("is on its way").waitFor();
    await page.goto(`/invoices/${draft.id}`);
    await page.getByRole("link", { name: "Download e-invoice" }).waitFor();
    await sound(page, "an e-invoice that is ready");
    await picture(page, `einvoice-ready-${size}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download e-invoice" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "INV-0001.xml");
    const xml = await readFile(await file.path(), "utf8");
    assert.match(xml, /<cac:OrderReference>\s*<cbc:ID>PO-771</);
    assert.match(xml, /PayableAmount currencyID="GBP">120\.00</);
    await leave();
  });
}
