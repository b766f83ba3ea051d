// VAT on a document: who may charge it, the reverse charge, less than 20%, and what the business keeps.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { chooseCustomer, fillLine, getDocumentId, waitForSaved } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import {
  createDraftQuote,
  createSentInvoice,
  dayFromToday,
  getJson,
  postJson,
  REGISTERED,
} from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

test("a business without a VAT number charges no VAT", async ({ plumber }) => {
  const { page } = await plumber(PHONE);
  await page.goto("/invoices/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "100" });
  const vat = page.getByLabel("VAT", { exact: true });
  await expect(vat).toHaveValue("outsideScope");
  await vat.selectOption({ label: "Charged" });
  await page.getByText("Pipe & Daughters has no VAT number, so it can’t charge VAT.").waitFor();
  await waitForSaved(page);
  await page.getByRole("button", { name: "Send invoice" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^You aren’t registered for VAT, so you can’t charge it\./).waitFor();
  await expect(dialog.getByRole("button", { name: /^Get the link/ })).toBeDisabled();
  await expectFits(page, "an invoice that VAT refuses");
  await takePagePicture(page, "vat-refused-phone");
  await dialog.getByRole("button", { name: "Close" }).click();
  await vat.selectOption({ label: "No VAT (not registered)" });
  await waitForSaved(page);
  await page.getByRole("button", { name: "Send invoice" }).click();
  await dialog.getByRole("button", { name: /^Get the link/ }).click();
  await dialog.getByText(/is ready/).waitFor();
});

test("the reverse charge is asked about once and decided for the whole job", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber(undefined, REGISTERED);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Reverse charge?" }).click();
  const dialog = page.getByRole("dialog");
  const answer = (question: RegExp, word: string) =>
    dialog
      .getByRole("radiogroup", { name: question })
      .getByRole("radio", { name: word, exact: true })
      .click();
  const use = dialog.getByRole("button", { name: "Use the reverse charge" });
  await dialog.getByRole("button", { name: "Charge VAT as usual" }).waitFor();
  await answer(/under the Construction Industry Scheme/, "Yes");
  await answer(/^Is your customer registered for VAT/, "Yes");
  await answer(/^Do you only supply staff/, "No");
  await answer(/^Has your customer told you in writing/, "Yes");
  await dialog.getByText(/^Your customer has told you that they are an end user/).waitFor();
  await dialog.getByRole("link", { name: "Save their notice with the customer" }).waitFor();
  await answer(/^Has your customer told you in writing/, "No");
  await dialog.getByText(/^Your customer accounts for the VAT on all of this/).waitFor();
  await expectSoundLayout(page, "the questions of the reverse charge");
  await takePagePicture(page, `reverse-charge-${size}`);
  await use.click();
  await page.getByText("Remembered for Margaret Holroyd", { exact: true }).waitFor();
  await waitForSaved(page);
  const quote = await getJson(page, `/api/quotes/${id}`);
  expect([quote.vatTreatment, quote.tax, quote.vatAnswers.inCis, quote.vatAnswers.staff]).toEqual([
    "reverseCharge",
    "20",
    true,
    false,
  ]);
  // 98.41 without VAT, and 19.68 for which the customer has to account.
  expect([quote.totals.totalAmount, quote.totals.reverseChargeVat]).toEqual(["98.41", "19.68"]);
  const contact = await getJson(page, `/api/contacts/${who.contact.id}`);
  expect([contact.cis_contractor, contact.vat_registered]).toEqual([true, "yes"]);
  await page.goto(`/contacts/${who.contact.id}`);
  await page.getByText("Registered for VAT").waitFor();
});

test("a rate below 20% asks questions, and the take-home amount follows the answers", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const { page } = await plumber(undefined, REGISTERED);
  await page.goto("/invoices/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Solar panels", quantity: "1", price: "2000" });
  await page.getByLabel(/^Work done on/).fill(dayFromToday(0));
  await waitForSaved(page);
  const id = getDocumentId(page);
  const open = async () => {
    if (size === "phone") await page.getByRole("button", { name: /Show how it adds up/ }).click();
    return page.getByRole("region", { name: "What you keep" });
  };
  let takeHome = await open();
  // 2,400 with 400 of VAT; a fifth of 2,000 is set aside for tax.
  await takeHome.getByText("£1,600.00").waitFor();
  await expectFits(page, "what is kept");
  await takePagePicture(page, `kept-${size}`);
  await takeHome.getByRole("button", { name: "Change the tax pot" }).click();
  const pot = page.getByRole("dialog", { name: "Your tax pot" });
  await pot.getByLabel("Put aside").fill("25");
  await pot.getByRole("button", { name: "Save" }).click();
  await takeHome.getByText("£1,500.00").waitFor();
  expect(await getJson(page, "/api/income-tax/pot")).toEqual({ percentage: "25" });
  if (size === "phone") await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Less than 20%?" }).click();
  const dialog = page.getByRole("dialog", { name: "Work with reduced VAT" });
  await dialog.getByRole("button", { name: /^Energy-saving materials/ }).click();
  const charge = dialog.getByRole("button", { name: "Charge 0% on everything" });
  await expect(charge).toBeDisabled();
  for (const box of await dialog.getByRole("checkbox").all()) await box.click();
  await expectFits(page, "the questions of a relief");
  await takePagePicture(page, `relief-${size}`);
  await charge.click();
  await waitForSaved(page);
  const invoice = await getJson(page, `/api/invoices/${id}`);
  expect([invoice.tax, invoice.vatAnswers.reliefs, invoice.totals.totalAmount, invoice.supplyDate]).toEqual([
    "0",
    ["energySaving"],
    "2000.00",
    dayFromToday(0),
  ]);
  // The VAT checks have no findings.
  const check = await getJson(page, `/api/vat/checks/invoice/${id}`);
  expect(check.findings).toEqual([]);
  takeHome = await open();
  await takeHome.getByText("£1,500.00").waitFor();
});

test("a contractor's end-user notice is saved with the contact", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP, REGISTERED);
  await page.goto(`/contacts/${who.contact.id}/edit`);
  await page.getByRole("button", { name: /^More details/ }).click();
  await page.getByRole("switch", { name: "Deducts CIS" }).click();
  await page.getByLabel(/^End-user notice/).fill("We are an end user for VAT purposes.");
  await page.getByLabel(/^Date of the notice/).fill("2026-11-02");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "End-user notice" }).waitFor();
  const contact = await getJson(page, `/api/contacts/${who.contact.id}`);
  expect(contact.end_user_notice_date).toBe("2026-11-02");
  const invoice = await postJson(page, "/api/invoices", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: dayFromToday(0),
    dueDate: dayFromToday(0),
    vatTreatment: "reverseCharge",
    tax: "20",
    vatAnswers: { customerRegistered: true, staff: false },
    items: [{ id: "a", name: "Wall", quantity: "1", price: "100" }],
  });
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "Send invoice" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Your customer has told you that they are an end user/).waitFor();
});

test("the amount left before the VAT threshold is shown", { tag: "@both" }, async ({ plumber, size }) => {
  const { page, who } = await plumber();
  const large = [{ id: "a", name: "House", quantity: "1", price: "61230.40" }];
  await createSentInvoice(page, who, { items: large, vatTreatment: "outsideScope" });
  await page.goto("/vat");
  await page.getByText("£28,769.60 left").waitFor();
  await expectSoundLayout(page, "the VAT threshold");
  await takePagePicture(page, `threshold-${size}`);
});
