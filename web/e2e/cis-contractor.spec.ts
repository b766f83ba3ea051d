// A business that pays subcontractors: the deduction, the month's return, the statement, and the year pack.
import { downloadFile } from "./support/downloads.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { dayFromToday, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

/** The 5th on which the last tax month before this day ended. */
function monthBefore(today: string): string {
  const date = new Date(today);
  const month = date.getUTCMonth() - (date.getUTCDate() > 5 ? 0 : 1);
  return new Date(Date.UTC(date.getUTCFullYear(), month, 5)).toISOString().slice(0, 10);
}

test("a subcontractor is added and paid, and the month is marked as filed", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who, expectErrors } = await plumber();
  expectErrors(/422/);
  const today = dayFromToday(0);
  const end = monthBefore(today);
  const since = new Date(Date.parse(end) - 20 * 86_400_000).toISOString().slice(0, 10);
  await page.goto("/cis");
  await page.getByRole("radio", { name: "You pay subcontractors" }).click();
  await page.getByText("Do you pay subcontractors?").waitFor();
  await takePagePicture(page, `contractor-none-${size}`);
  await page.getByRole("link", { name: "Set up as a contractor" }).click();
  await page.getByLabel("Employer reference").fill("123");
  await page.getByLabel("Contractor since").fill(since);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("3 digits, a slash, and letters or digits").waitFor();
  await page.getByLabel("Employer reference").fill("123/AB456");
  await expectSoundLayout(page, "a contractor's details");
  await takePagePicture(page, `contractor-details-${size}`);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Verify each subcontractor with HMRC before you first pay them").waitFor();
  await page.getByRole("link", { name: "Add a subcontractor" }).click();
  await page.getByLabel("Contact").selectOption(who.contact.id);
  await expect(page.getByLabel("Name or trading name")).toHaveValue("Margaret Holroyd");
  await page.getByLabel("UTR").fill("123");
  await page.getByLabel("From").fill(since);
  await page.getByRole("button", { name: "Save subcontractor" }).click();
  await page.getByText("A UTR has 10 digits.").waitFor();
  await page.getByLabel("UTR").fill("1234567890");
  await expectSoundLayout(page, "a subcontractor");
  await takePagePicture(page, `contractor-subcontractor-${size}`);
  await page.getByRole("button", { name: "Save subcontractor" }).click();

  // Labour of 2,000.00 and materials of 800.00, paid on the last day of the previous tax month.
  await page.getByRole("link", { name: "Pay a subcontractor" }).first().click();
  await page.getByLabel("Subcontractor").selectOption(who.contact.id);
  await page.getByLabel("Paid on").fill(end);
  await page.getByLabel("What they charge, without VAT").fill("2800");
  await page.getByLabel("Including materials at cost").fill("2800.01");
  await page.getByRole("button", { name: "Save payment" }).click();
  await page.getByText("Materials can’t be more than the total they ask for.").waitFor();
  await page.getByLabel("Including materials at cost").fill("800");
  const figure = (label: string) =>
    page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
  await figure("Deduct 20%, for HMRC").getByText("£400.00").waitFor();
  await figure("Pay them").getByText("£2,400.00").waitFor();
  await expectSoundLayout(page, "a payment to a subcontractor");
  await takePagePicture(page, `contractor-payment-${size}`);
  await page.getByRole("button", { name: "Save payment" }).click();
  await figure("Deducted for HMRC").getByText("£400.00").waitFor();
  await page.getByText("£400.00 to pay to HMRC by").waitFor();
  await expectSoundLayout(page, "a month's return");
  await takePagePicture(page, `contractor-returns-${size}`);

  // The statement, as a file and by email.
  const pdf = await page.getByRole("link", { name: "Statement" }).getAttribute("href");
  const answer = await page.request.get(pdf ?? "");
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  await page.getByRole("button", { name: "Email it" }).click();
  await page.getByText("The statement is on its way to margaret@example.com").first().waitFor();
  await downloadFile(page, "Spreadsheet");

  // The payment is an expense, which links back to it.
  await page.goto("/expenses");
  await page.getByText("Margaret Holroyd").filter({ visible: true }).first().click();
  await page.getByText("This is a payment to a subcontractor under CIS").waitFor();
  await takePagePicture(page, `contractor-expense-${size}`);
  await page.getByRole("link", { name: "open the payment" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("£2,400.00 paid to Margaret Holroyd").waitFor();
  await page.getByRole("button", { name: "Keep it" }).click();

  await page.goto("/cis/contractor");
  await page.getByRole("button", { name: "Mark as filed" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as filed" });
  await dialog.getByText("nobody was paid under a contract of employment").waitFor();
  await expectFits(page, "what is declared");
  await takePagePicture(page, `contractor-filed-${size}`);
  await dialog.getByRole("button", { name: "Mark as filed" }).click();
  await page.getByText("Its payments can no longer change").first().waitFor();
  const card = page.locator("section").filter({ has: page.getByText("Filed on") });
  await card.getByRole("listitem").getByRole("link").first().click();
  await page.getByText("The return for this month is marked as filed").waitFor();
  await expectFits(page, "a payment that is locked");
  await takePagePicture(page, `contractor-locked-${size}`);
  await page.goto("/cis/contractor");
  await page.getByRole("button", { name: "Reopen" }).click();
  await page.getByText("Reopened: you can change its payments").first().waitFor();
  await page.getByRole("button", { name: "Mark as filed" }).waitFor();
});

test("a year pack is downloaded", { tag: "@both" }, async ({ plumber, size }) => {
  const { page } = await plumber();
  await page.goto("/reports");
  await page.getByRole("link", { name: /^Year pack/ }).waitFor();
  await takePagePicture(page, `year-pack-reports-${size}`);
  await page.getByRole("link", { name: /^Year pack/ }).click();
  await page.getByText("Nothing was earned, spent or invoiced in this tax year.").waitFor();
  await takePagePicture(page, `year-pack-empty-${size}`);
  await postJson(page, "/api/expenses", {
    date: dayFromToday(0),
    supplier: "Screwfix",
    category: "costOfGoods",
    amount: "43.20",
  });
  await page.reload();
  await page.getByText("1 expense has no receipt: Screwfix on").waitFor();
  await expectSoundLayout(page, "what a year pack holds");
  await takePagePicture(page, `year-pack-${size}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the year pack" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^year-pack-\d{4}-\d{2}\.zip$/);
  expect(await file.failure()).toBe(null);
});
