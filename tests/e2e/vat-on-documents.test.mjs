// VAT on a document: who may charge it, the reverse charge, less than 20 %, and what is kept of it.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { chooseCustomer, documentId, fillLine, saved } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, plumber, REGISTERED, sentInvoice, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const TODAY = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();

test("a business without a VAT number charges none", async (t) => {
  const { page, leave } = await plumber(place, t, "plain", PHONE);
  await page.goto("/invoices/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "100" });
  const vat = page.getByLabel("VAT", { exact: true });
  assert.equal(await vat.inputValue(), "outsideScope");
  await vat.selectOption({ label: "Charged" });
  await page.getByText("Pipe & Daughters has no VAT number, so it may charge no VAT.").waitFor();
  await saved(page);
  await page.getByRole("button", { name: "Send invoice" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^You are not registered for VAT, so you may charge none\./).waitFor();
  assert.ok(await dialog.getByRole("button", { name: /^Get the link/ }).isDisabled());
  await sound(page, "an invoice that VAT refuses");
  await picture(page, "vat-refused-phone");
  await dialog.getByRole("button", { name: "Close" }).click();
  await vat.selectOption({ label: "Outside the scope" });
  await saved(page);
  await page.getByRole("button", { name: "Send invoice" }).click();
  await dialog.getByRole("button", { name: /^Get the link/ }).click();
  await dialog.getByText(/is ready/).waitFor();
  await leave();
});

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the reverse charge is asked once and decided for the whole job (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `reverse-${size}`, viewport, REGISTERED);
    const { id } = await draftQuote(page, who);
    await page.goto(`/quotes/edit/${id}`);
    await page.getByRole("button", { name: "Reverse charge?" }).click();
    const dialog = page.getByRole("dialog");
    const answer = (question, word) =>
      dialog.getByRole("radiogroup", { name: question }).getByRole("radio", { name: word, exact: true }).click();
    const use = dialog.getByRole("button", { name: "Use the reverse charge" });
    await dialog.getByRole("button", { name: "Charge VAT as usual" }).waitFor();
    await answer(/under the Construction Industry Scheme/, "Yes");
    await answer(/^Is your customer registered for VAT/, "Yes");
    await answer(/^Do you only supply staff/, "No");
    await answer(/^Has your customer told you in writing/, "Yes");
    await dialog.getByText(/^Your customer has told you to be an end user/).waitFor();
    await dialog.getByRole("link", { name: "Keep their notice with the contact" }).waitFor();
    await answer(/^Has your customer told you in writing/, "No");
    await dialog.getByText(/^Your customer accounts for the VAT on all of this/).waitFor();
    await sound(page, "the questions of the reverse charge");
    await picture(page, `reverse-charge-${size}`);
    await use.click();
    await page.getByText("Remembered for Margaret Holroyd", { exact: true }).waitFor();
    await saved(page);
    const quote = await read(page, `/api/quotes/${id}`);
    assert.deepEqual(
      [quote.vatTreatment, quote.tax, quote.vatAnswers.inCis, quote.vatAnswers.staff],
      ["reverseCharge", "20", true, false],
    );
    // 98.41 without VAT, 19.68 of it for the customer to account for.
    assert.deepEqual([quote.totals.totalAmount, quote.totals.reverseChargeVat], ["98.41", "19.68"]);
    const contact = await read(page, `/api/contacts/${who.contact.id}`);
    assert.deepEqual([contact.cis_contractor, contact.vat_registered], [true, "yes"]);
    await page.goto(`/contacts/${who.contact.id}`);
    await page.getByText("Registered for VAT").waitFor();
    await leave();
  });

  test(`less than 20% has its questions, and what is kept follows (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `less-${size}`, viewport, REGISTERED);
    await page.goto("/invoices/create");
    await chooseCustomer(page, "Margaret Holroyd");
    await fillLine(page, 1, { name: "Solar panels", quantity: "1", price: "2000" });
    await page.getByLabel(/^Work done on/).fill(TODAY);
    await saved(page);
    const id = documentId(page);
    const open = async () => {
      if (size === "phone") await page.getByRole("button", { name: /Show how it adds up/ }).click();
      return page.getByRole("region", { name: "What you keep" });
    };
    let kept = await open();
    // 2,400 with 400 of VAT; a fifth of 2,000 is put aside.
    await kept.getByText("£1,600.00").waitFor();
    await sound(page, "what is kept");
    await picture(page, `kept-${size}`);
    await kept.getByRole("button", { name: "Change the tax pot" }).click();
    const pot = page.getByRole("dialog", { name: "Your tax pot" });
    await pot.getByLabel("Put aside").fill("25");
    await pot.getByRole("button", { name: "Save" }).click();
    await kept.getByText("£1,500.00").waitFor();
    assert.deepEqual(await read(page, "/api/income-tax/pot"), { percentage: "25" });
    if (size === "phone") await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "Less than 20%?" }).click();
    const dialog = page.getByRole("dialog", { name: "Work with less VAT" });
    await dialog.getByRole("button", { name: /^Energy-saving materials/ }).click();
    const charge = dialog.getByRole("button", { name: "Charge 0% on everything" });
    assert.ok(await charge.isDisabled());
    for (const box of await dialog.getByRole("checkbox").all()) await box.click();
    await sound(page, "the questions of a relief");
    await picture(page, `relief-${size}`);
    await charge.click();
    await saved(page);
    const invoice = await read(page, `/api/invoices/${id}`);
    assert.deepEqual(
      [invoice.tax, invoice.vatAnswers.reliefs, invoice.totals.totalAmount, invoice.supplyDate],
      ["0", ["energySaving"], "2000.00", TODAY],
    );
    // Nothing is asked about it any more.
    const check = await read(page, `/api/vat/checks/invoice/${id}`);
    assert.deepEqual(check.findings, []);
    kept = await open();
    await kept.getByText("£1,500.00").waitFor();
    await leave();
  });
}

test("a contractor's notice is kept with the contact", async (t) => {
  const { page, who, leave } = await plumber(place, t, "notice", DESKTOP, REGISTERED);
  await page.goto(`/contacts/${who.contact.id}/edit`);
  await page.getByRole("button", { name: /^More details/ }).click();
  await page.getByRole("switch", { name: "Takes off CIS" }).click();
  await page.getByLabel(/^End-user notice/).fill("We are an end user for VAT purposes.");
  await page.getByLabel(/^Its date/).fill("2026-11-02");
  await sound(page, "a contact with a notice");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "End-user notice" }).waitFor();
  const contact = await read(page, `/api/contacts/${who.contact.id}`);
  assert.equal(contact.end_user_notice_date, "2026-11-02");
  const invoice = await write(page, "/api/invoices", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: TODAY,
    dueDate: TODAY,
    vatTreatment: "reverseCharge",
    tax: "20",
    vatAnswers: { customerRegistered: true, staff: false },
    items: [{ id: "a", name: "Wall", quantity: "1", price: "100" }],
  });
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "Send invoice" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Your customer has told you to be an end user/).waitFor();
  await leave();
});

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the VAT threshold is watched (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `watch-${size}`, viewport);
    const large = [{ id: "a", name: "House", quantity: "1", price: "61230.40" }];
    await sentInvoice(page, who, { items: large, vatTreatment: "outsideScope" });
    await page.goto("/vat");
    await page.getByText("£28,769.60 left").waitFor();
    await sound(page, "the VAT threshold");
    await picture(page, `threshold-${size}`);
    await leave();
  });
}
