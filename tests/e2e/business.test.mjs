// What a business's new documents start with, and how they are numbered.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const place = stage();

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`new documents start and are numbered as the business has it (${size})`, async (t) => {
    const { page, who, expectErrors, leave } = await plumber(place, t, `business-${size}`, viewport);
    const path = `/api/business-profiles/${who.profile.id}`;
    await page.goto(`/settings/business-profiles/${who.profile.id}`);
    expectErrors(/numbering$/);
    const numbering = page.getByRole("group", { name: "Numbering" });
    await numbering.getByLabel(/^Invoice numbers begin with/).fill("PD_");
    await numbering.getByLabel("Next invoice").fill("1250");
    await numbering.getByRole("button", { name: "Save numbering" }).click();
    await numbering.getByText("Use at most 12 letters").waitFor();
    await numbering.getByLabel(/^Invoice numbers begin with/).fill("PD/");
    // Enter saves the numbering, not the profile around it.
    await numbering.getByLabel("Next invoice").press("Enter");
    await page.getByText("The next ones are Q-0001, PD/1250 and CN-0001.", { exact: true }).waitFor();
    assert.equal((await read(page, path)).version, 1);
    await page.getByLabel(/^A quote is valid for/).fill("10");
    await page.getByLabel("Ask for a deposit on quotes", { exact: true }).click();
    await page.getByRole("textbox", { name: "Deposit", exact: true }).fill("25");
    await page.getByLabel("Construction Industry Scheme", { exact: true }).selectOption("20");
    await sound(page, "a business profile");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL("**/settings/business-profiles");
    const { quoteDays, includeDeposit, deposit, cisRate } = await read(page, path);
    assert.deepEqual([quoteDays, includeDeposit, deposit, cisRate], [10, true, "25", 20]);
    await page.goto("/quotes/create");
    await page.getByLabel("Job description").fill("New tap");
    await page.getByText("Saved", { exact: true }).first().waitFor();
    const [{ id }] = (await read(page, "/api/quotes?limit=1")).data;
    const quote = await read(page, `/api/quotes/${id}`);
    const days = (Date.parse(quote.expiryDate) - Date.parse(quote.issueDate)) / 86_400_000;
    assert.deepEqual([days, quote.includeDeposit, quote.deposit], [10, true, "25"]);

    // Another business of the same person has its own terms; one undo takes all of the choice back.
    const other = { name: "Pipe Groundworks", taxNumber: "GB 416 2035 90", quoteDays: 45 };
    await write(page, "/api/business-profiles", other);
    await page.reload();
    const from = page.getByLabel("From", { exact: true });
    await from.selectOption({ label: "Pipe Groundworks" });
    await page.getByText("Changed to what is usual there: the last day, VAT, the deposit.").waitFor();
    const stored = () => read(page, `/api/quotes/${id}`);
    const terms = ({ expiryDate, issueDate, vatTreatment, tax, includeDeposit }) => [
      (Date.parse(expiryDate) - Date.parse(issueDate)) / 86_400_000,
      vatTreatment,
      tax,
      includeDeposit,
    ];
    await eventually("its terms", async () => terms(await stored()).join() === "45,taxable,20,false");
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await eventually("the terms before", async () => terms(await stored()).join() === "10,outsideScope,20,true");
    assert.equal(await from.inputValue(), who.profile.id);
    await leave();
  });
}
