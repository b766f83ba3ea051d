// The job address on a quote for a customer who has several.
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a quote takes one of the customer's job addresses, or one that is typed", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  await postJson(page, "/api/contacts", {
    name: "Anita Patel",
    email: "anita@example.com",
    sites: [
      { name: "The rental", address_line1: "9 Quay Street", city: "Hull", post_code: "HU1 1AA" },
      { address_line1: "The Barn", city: "Otley", post_code: "LS21 1AA" },
    ],
  });
  const { id } = await createDraftQuote(page, who);
  const isStored = (address: string) =>
    expect.poll(async () => (await getJson(page, `/api/quotes/${id}`)).jobAddress).toBe(address);
  await page.goto(`/quotes/edit/${id}`);
  // A customer with a single address isn't asked for one, but another can be added.
  await page.getByRole("button", { name: "Add a job address" }).waitFor();
  await page.getByRole("button", { name: "Change the customer from Margaret Holroyd" }).click();
  await page.getByRole("combobox", { name: "Who it’s for" }).fill("anita");
  await page.getByRole("option", { name: /Anita Patel/ }).click();
  const where = page.getByLabel("Where the job is");
  await where.selectOption({ label: "The rental" });
  await isStored("9 Quay Street\nHull\nHU1 1AA");
  await page.getByText("9 Quay Street, Hull, HU1 1AA", { exact: true }).first().waitFor();
  await takePagePicture(page, `job-address-${size}`);

  await where.selectOption({ label: "Another address" });
  await page.getByLabel("Job address").fill("Plot 4\nNew Road");
  await isStored("Plot 4\nNew Road");
  await where.selectOption({ label: "The rental" });
  await isStored("9 Quay Street\nHull\nHU1 1AA");

  const { publicUrl } = await postJson(page, `/api/quotes/${id}/send`, { via: "link" });
  await page.goto(publicUrl);
  const printed = page.getByRole("article");
  await printed.getByText("Job Address", { exact: true }).waitFor();
  await printed.getByText("9 Quay Street, Hull, HU1 1AA", { exact: true }).waitFor();
  await expect(printed.getByText("The rental"), "its name is the business's own").toHaveCount(0);
  await takePagePicture(page, `job-address-page-${size}`);
});
