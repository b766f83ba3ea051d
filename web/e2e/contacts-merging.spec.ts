// Merging two contacts of one customer; a contact with documents can't be deleted.
import { createInvoices } from "./support/invoices.ts";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a contact with documents cannot be deleted, but can be merged into another", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await createInvoices(plumber);
  const other = await postJson(page, "/api/contacts", { name: "M. Holroyd", phone: "0113 496 0000" });
  await page.goto(`/contacts/${who.contact.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete customer" }).click();
  const refusalDialog = page.getByRole("dialog", { name: "Margaret Holroyd can’t be deleted" });
  await refusalDialog.getByText(/3 quotes and invoices are for this customer/).waitFor();
  await expectFits(page, "why a contact stays");
  await takePagePicture(page, `contact-stays-${size}`);
  await refusalDialog.getByRole("button", { name: "Keep customer" }).click();

  await page.goto(`/contacts/${other.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge with another" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("The other customer").fill("marg");
  await page.getByRole("option", { name: /Margaret Holroyd/ }).click();
  await dialog.getByText("What happens").waitFor();
  await expectFits(page, "the merge");
  await takePagePicture(page, `merge-${size}`);
  await dialog.getByRole("button", { name: "Merge contacts" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("margaret@example.com").first().waitFor();
  await page.getByText("Also: name Margaret Holroyd").waitFor();
  expect((await getJson(page, `/api/invoices?contactId=${other.id}`)).total).toBe(3);
  expect((await getJson(page, "/api/contacts")).length).toBe(1);
});
