// The defaults for a business's new documents, and their numbering.
import { getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("new documents start with the terms and numbers of their business", { tag: "@both" }, async ({
  plumber,
}) => {
  const { page, who, expectErrors } = await plumber();
  const path = `/api/business-profiles/${who.profile.id}`;
  await page.goto(`/settings/business-profiles/${who.profile.id}`);
  // The first prefix is refused.
  expectErrors(/numbering$/);
  const numbering = page.getByRole("group", { name: "Numbering" });
  await numbering.getByLabel(/^Invoice numbers start with/).fill("PD_");
  await numbering.getByLabel("Next invoice").fill("1250");
  await numbering.getByRole("button", { name: "Save numbering" }).click();
  await numbering.getByText("Use at most 12 letters").waitFor();
  await numbering.getByLabel(/^Invoice numbers start with/).fill("PD/");
  // Enter saves the numbering, not the surrounding profile.
  await numbering.getByLabel("Next invoice").press("Enter");
  await page.getByText("Next: Q-0001, PD/1250 and CN-0001.", { exact: true }).waitFor();
  expect((await getJson(page, path)).version).toBe(1);
  await page.getByLabel(/^A quote is valid for/).fill("10");
  await page.getByLabel("Ask for a deposit on quotes", { exact: true }).click();
  await page.getByRole("textbox", { name: "Deposit", exact: true }).fill("25");
  await page.getByLabel("Construction Industry Scheme", { exact: true }).selectOption("20");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL("**/settings/business-profiles");
  const { quoteDays, includeDeposit, deposit, cisRate } = await getJson(page, path);
  expect([quoteDays, includeDeposit, deposit, cisRate]).toEqual([10, true, "25", 20]);
  await page.goto("/quotes/create");
  await page.getByLabel("Job description").fill("New tap");
  await page.getByText("Saved", { exact: true }).first().waitFor();
  const [{ id }] = (await getJson(page, "/api/quotes?limit=1")).data;
  const quote = await getJson(page, `/api/quotes/${id}`);
  const days = (Date.parse(quote.expiryDate) - Date.parse(quote.issueDate)) / 86_400_000;
  expect([days, quote.includeDeposit, quote.deposit]).toEqual([10, true, "25"]);

  // A second business of the same account has its own terms; one undo reverts everything that choosing it
  // changed.
  const other = { name: "Pipe Groundworks", taxNumber: "GB 416 2035 90", quoteDays: 45 };
  await postJson(page, "/api/business-profiles", other);
  await page.reload();
  const from = page.getByLabel("From", { exact: true });
  await from.selectOption({ label: "Pipe Groundworks" });
  await page.getByText("Changed to this business’s defaults: the last day, VAT, the deposit.").waitFor();
  const stored = () => getJson(page, `/api/quotes/${id}`);
  const terms = ({ expiryDate, issueDate, vatTreatment, tax, includeDeposit }: Json) => [
    (Date.parse(expiryDate) - Date.parse(issueDate)) / 86_400_000,
    vatTreatment,
    tax,
    includeDeposit,
  ];
  await expect.poll(async () => terms(await stored())).toEqual([45, "taxable", "20", false]);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(async () => terms(await stored())).toEqual([10, "outsideScope", "20", true]);
  await expect(from).toHaveValue(who.profile.id);
});
