// Charging a business customer for paying late: refused with a sentence, marked, worked out, and as a letter.
import assert from "node:assert/strict";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { textOf } from "./support/pdf.mjs";
import { picture } from "./support/picture.mjs";
import { plumber, REGISTERED, sentInvoice, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`interest for paying late (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `late-${size}`, viewport, REGISTERED);
    const { id } = await sentInvoice(page, who, {
      issueDate: "2026-09-07",
      dueDate: "2026-10-07",
      tax: "20",
      jobDescription: "New boiler",
      items: [{ id: "a", name: "Boiler", quantity: "1", price: "1000" }],
    });
    await write(page, `/api/invoices/${id}/payments`, { amount: "200", method: "cash", date: "2026-10-28" });
    await page.goto(`/invoices/${id}`);
    await page.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Charge interest for paying late" }).click();
    await page.waitForURL(`**/invoices/${id}/late-payment`);
    // Nobody has said whether she is a business.
    await page.getByText("it is not said yet whether this customer buys for one").waitFor();
    await sound(page, "a customer nobody knows the kind of");
    await picture(page, `late-unknown-${size}`);
    const mark = async (whom) => {
      await page.getByRole("link", { name: "Say whom they buy for" }).click();
      await page.waitForURL(`**/contacts/${who.contact.id}/edit`);
      const more = page.getByRole("button", { name: /^More details/ });
      if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
      await page.getByText(whom, { exact: true }).click();
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.waitForURL(`**/contacts/${who.contact.id}`);
      await page.goto(`/invoices/${id}/late-payment`);
    };
    await mark("A business");
    // 1,200.00 for 20 days: at 11.75 % 7.73 (24,000 × 0.1175 / 365 = 7.7260…). What follows grows by the day.
    await page.getByText("Day by day", { exact: true }).waitFor();
    await page.getByText("£70.00").first().waitFor();
    await page.getByText("£7.73").filter({ visible: true }).waitFor();
    await page.getByText("£1,000.00").first().waitFor();
    await page.getByText("After £200.00 was paid").filter({ visible: true }).waitFor();
    // It rests on VAT, which was not read where it is made: said beside the interest and that line alone.
    assert.equal(await page.getByText("Check with your accountant").filter({ visible: true }).count(), 2);
    await sound(page, "interest for paying late");
    await picture(page, `late-charge-${size}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download letter" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "Late payment INV-0001.pdf");
    const path = await file.path();
    const letter = textOf(await readFile(path)).join(" ");
    assert.match(letter, /Late payment of invoice INV-0001/);
    assert.match(letter, /Late Payment of Commercial Debts/);
    if (process.env.PLUMBLINE_PICTURES) {
      await copyFile(path, join(process.env.PLUMBLINE_PICTURES, `late-letter-${size}.pdf`));
    }
    // Never against a consumer.
    const contact = await (await page.request.get(`/api/contacts/${who.contact.id}`)).json();
    const { createdAt: _, updatedAt: __, id: ___, ...fields } = contact;
    const changed = await page.request.put(`/api/contacts/${who.contact.id}`, {
      data: { ...fields, customer_type: "consumer" },
    });
    assert.ok(changed.ok(), await changed.text());
    await page.reload();
    await page.getByText("This customer is a consumer, so none can be added.").waitFor();
    assert.equal(await page.getByRole("link", { name: "Download letter" }).count(), 0);
    await sound(page, "a consumer");
    await leave();
  });
}
