// Expenses: a photographed receipt, a journey, and a bank's file.
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { createPhoto } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a receipt photo is shrunk, saved, found again, deleted and restored", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, expectErrors } = await plumber();
  expectErrors(/422/);
  const undo = page.getByRole("region", { name: /Notifications/ }).getByRole("button", { name: "Undo" });
  await page.goto("/expenses");
  await page.getByRole("heading", { name: "No expenses yet" }).waitFor();
  await takePagePicture(page, `expenses-empty-${size}`);
  await page.getByRole("link", { name: "Add your first expense" }).click();
  await page.getByRole("heading", { name: "New expense" }).waitFor();

  const large = await createPhoto(page, 2400, 1500);
  await page.getByLabel("Photo of a receipt").setInputFiles(large);
  await page
    .getByLabel("Photos of receipts")
    .setInputFiles([
      await createPhoto(page, 900, 1600),
      { name: "receipt.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF-1.7\n1 0 obj\n") },
    ]);
  const alert = page.getByRole("alert").filter({ hasText: "Receipt 3 was not saved." });
  await alert.getByText(/You can’t add PDFs here/).waitFor();
  await takePagePicture(page, `expense-failed-${size}`);
  await expect(alert.getByRole("button", { name: "Try again" }), "it would be refused again").toHaveCount(0);
  // The other errors are displayed as well.
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.getByText("Please enter the amount.").waitFor();
  await page.getByLabel("Amount paid").fill("43.20");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.getByText("A receipt can’t be saved. Remove it, or choose another photo.").waitFor();
  await alert.getByRole("button", { name: "Remove it" }).click();
  await alert.waitFor({ state: "detached" });
  await page.getByText("Saving…").first().waitFor({ state: "detached" });
  await page.getByText("Making it smaller…").first().waitFor({ state: "detached" });

  await page.getByLabel(/^Supplier/).fill("Screwfix");
  await page.getByLabel("VAT included").selectOption({ label: "20% VAT" });
  await page.getByText("Leave empty for £7.20.").waitFor();
  await page.getByLabel(/^What for/).fill("Fittings for the en suite");
  await page.getByRole("button", { name: /^Customer or job/ }).click();
  await page.getByLabel(/^Job or site/).fill("9 Quay Street");
  await page.getByRole("button", { name: /^Repeat/ }).click();
  await expectSoundLayout(page, "the form of an expense");
  await takePagePicture(page, `expense-form-${size}`);
  await page.getByRole("button", { name: "Look at receipt 1" }).click();
  const viewer = page.getByRole("dialog", { name: "Receipt 1 of 2" });
  await viewer.getByRole("img", { name: "Receipt 1" }).waitFor();
  await expectSoundLayout(page, "a receipt in full");
  await takePagePicture(page, `receipt-${size}`);
  await viewer.getByRole("button", { name: "Next receipt" }).click();
  await page.getByRole("dialog", { name: "Receipt 2 of 2" }).getByRole("button", { name: "Remove" }).click();
  await page.getByText("The receipt was removed", { exact: true }).waitFor();
  await undo.click();
  await page.getByRole("button", { name: "Look at receipt 2" }).waitFor();
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");

  const [listed] = (await getJson(page, "/api/expenses")).data;
  expect([listed.amount, listed.vatAmount, listed.receiptCount, listed.job]).toEqual([
    "43.20",
    "7.20",
    2,
    "9 Quay Street",
  ]);
  const { receipts } = await getJson(page, `/api/expenses/${listed.id}`);
  const dimensions = await page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    return [bitmap.width, bitmap.height];
  }, `/api/expenses/receipts/${receipts[0]}`);
  expect(dimensions, "made small, and as readable as it needs to be").toEqual([2000, 1250]);

  await postJson(page, "/api/expenses", {
    date: "2026-01-15",
    supplier: "Shell Hedon Road",
    category: "carVanTravelExpenses",
    amount: "60.00",
    vatRate: "20",
  });
  await page.reload();
  const list = page.getByRole(size === "phone" ? "list" : "table", { name: "Expenses" });
  await list.getByText("Shell Hedon Road").waitFor();
  await expectSoundLayout(page, "the expenses");
  await takePagePicture(page, `expenses-${size}`);
  await page.getByLabel("Category").selectOption({ label: "Car, van and travel" });
  await list.getByText("Screwfix").waitFor({ state: "detached" });
  if (size === "phone") await page.getByText("1 expense").first().waitFor();
  await page.getByLabel("Category").selectOption("");
  await page.getByLabel("Search expenses").fill("quay");
  await list.getByText("Shell Hedon Road").waitFor({ state: "detached" });
  await list.getByRole("link", { name: /Screwfix/ }).click();

  // Choosing an earlier supplier fills in its category and VAT.
  await page.getByRole("heading", { name: "Edit expense" }).waitFor();
  await page.getByRole("button", { name: "Look at receipt 2" }).waitFor();
  await page.getByLabel(/^Supplier/).fill("shell");
  await page.getByRole("option", { name: /Shell Hedon Road/ }).click();
  await expect(page.getByLabel("Category")).toHaveValue("carVanTravelExpenses");
  await page.getByLabel(/^Amount paid/).fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Please enter the amount.").waitFor();
  await page.getByLabel(/^Amount paid/).fill("50");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your changes were saved", { exact: true }).waitFor();
  expect((await getJson(page, `/api/expenses/${listed.id}`)).vatAmount).toBe("8.33");

  await page.goto(`/expenses/edit/${listed.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("Shell Hedon Road was deleted", { exact: true }).waitFor();
  expect((await getJson(page, "/api/expenses")).total).toBe(1);
  const again = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/expenses") && answer.request().method() === "POST" && answer.ok(),
  );
  await undo.click();
  await again;
  const back = await getJson(page, `/api/expenses/${listed.id}`);
  expect([back.amount, back.receipts]).toEqual(["50.00", receipts]);
});

test("a journey shows its amount before it is saved", { tag: "@both" }, async ({ plumber, size }) => {
  const { page, expectErrors } = await plumber();
  expectErrors(/422/);
  await page.goto("/expenses/create");
  await page.getByRole("radio", { name: "Mileage" }).click();
  await page.getByLabel("Date").fill("2025-11-12");
  await page.getByLabel("Miles").fill("12000");
  await page.getByText(/^Enter up to 10,000 miles/).waitFor();
  await page.getByLabel("Miles").fill("12.5");
  await page.getByText("£5.63").waitFor();
  await page.getByText(/45p a mile for the first 10,000 miles/).waitFor();
  await page.getByLabel(/^Where from and to/).fill("Merchant and back");
  await expectFits(page, "a journey");
  await takePagePicture(page, `mileage-${size}`);
  await page.getByRole("button", { name: "Save mileage" }).click();
  await page.waitForURL("**/expenses");
  const [made] = (await getJson(page, "/api/expenses")).data;
  expect([made.amount, made.mileage]).toEqual(["5.63", { vehicle: "car", miles: "12.5" }]);
});

test("a bank's file is previewed, corrected and imported once", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page } = await plumber();
  await postJson(page, "/api/expenses", {
    date: "2026-11-10",
    supplier: "Screwfix",
    category: "costOfGoods",
    amount: "43.20",
  });
  const file = {
    name: "statement.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Date;Description;Paid out;Paid in\n12/11/2026;SCREWFIX DIR;lots;\n12/11/2026;SCREWFIX DIR LTD;43.20;\n" +
        "13/11/2026;SHELL HEDON RD;45.20;\n14/11/2026;COSTA COFFEE;3.10;\n15/11/2026;A PATEL;;480.00\n",
    ),
  };
  await page.goto("/expenses/import");
  await page.getByLabel("Bank statement").setInputFiles(file);
  const rows = page.getByRole(size === "phone" ? "list" : "table", { name: "Rows in the file" });
  await rows.getByText("SHELL HEDON RD", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Import 2 expenses" }).waitFor();
  await expectSoundLayout(page, "a look at a bank's file");
  await takePagePicture(page, `bank-look-${size}`);
  const shell = rows.getByLabel("Category of SHELL HEDON RD");
  await expect(shell).toHaveValue("carVanTravelExpenses");
  await rows.getByLabel("Category of COSTA COFFEE").selectOption({ label: "Leave out" });
  await page.getByRole("button", { name: "Import 1 expense" }).click();
  await page.getByText("1 new, £45.20 in total. 1 already there, 1 money in, 1 unreadable.").waitFor();
  await takePagePicture(page, `bank-done-${size}`);
  await page.getByRole("link", { name: "See expenses" }).click();
  await page.waitForURL("**/expenses");
  expect((await getJson(page, "/api/expenses")).total).toBe(2);
});
