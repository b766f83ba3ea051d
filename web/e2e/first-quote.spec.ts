// A new account's first quote, from the dashboard to the customer's inbox, with one thumb: counts taps and
// fields.
import type { Locator } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { getDocumentId } from "./support/editor.ts";
import { getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** A user that counts every tap, including those into a field, and every field that it types into. */
class ThumbUser {
  taps = 0;
  fields = 0;

  async tap(what: Locator): Promise<void> {
    this.taps += 1;
    await what.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    this.fields += 1;
    await field.pressSequentially(text);
  }
}

test("a first quote takes at most 16 taps and 12 fields, and is not sent under the owner's own name", async ({
  owner,
}) => {
  const { page } = await owner(PHONE);
  const thumb = new ThumbUser();
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.goto("/dashboard");

  await thumb.tap(button("New"));
  await thumb.tap(page.getByRole("menuitem", { name: "New quote" }));
  await thumb.type(page.getByRole("combobox", { name: "Who it’s for", exact: true }), "Margaret Holroyd");
  await thumb.tap(page.getByRole("option", { name: "New customer “Margaret Holroyd”" }));
  const customer = page.getByRole("dialog");
  await expect(customer.getByLabel("Name", { exact: true })).toHaveValue("Margaret Holroyd");
  await thumb.type(customer.getByLabel("Email (optional)", { exact: true }), "margaret@example.com");
  const save = customer.getByRole("button", { name: "Save customer", exact: true });
  await expect(save, "without scrolling").toBeInViewport({ ratio: 1 });
  await thumb.tap(save);
  await expect(button("Change the customer from Margaret Holroyd")).toBeFocused();
  await thumb.type(field("Line 1 description"), "New kitchen tap");
  await thumb.type(field("Line 1 price"), "149.50");
  await thumb.tap(button("Send quote"));

  // It would come from Ada Pipe, who trades under another name, so it can't be sent like this.
  const sending = page.getByRole("dialog", { name: "Send quote" });
  await sending
    .getByText("Add your business before sending: your customer must see who this is from.")
    .waitFor();
  expect(await sending.getByRole("button").allTextContents()).toEqual([""]);
  await thumb.tap(sending.getByRole("link", { name: "Add your business" }));
  await thumb.type(field("Business name"), "Pipe & Daughters");
  await thumb.tap(button("Save business"));

  await page.waitForURL(/\/quotes\/edit\//);
  await thumb.tap(button("Send quote"));
  await thumb.tap(sending.getByRole("radio", { name: "By email" }));
  await expect(sending.getByLabel("To", { exact: true })).toHaveValue("margaret@example.com");
  // Neither has an address yet: one sentence says so, and nothing has to be confirmed.
  await sending.getByText("There is no postal address for Pipe & Daughters or Margaret Holroyd.").waitFor();
  await thumb.tap(sending.getByRole("button", { name: "Send quote", exact: true }));
  await page.getByRole("dialog", { name: /^Quote .* is on its way$/ }).waitFor();

  const quote = await getJson(page, `/api/quotes/${getDocumentId(page)}`);
  expect([quote.status, quote.businessProfile.name, quote.totals.totalAmount]).toEqual([
    "sent",
    "Pipe & Daughters",
    "149.50",
  ]);
  expect(thumb.taps, "taps").toBeLessThanOrEqual(16);
  expect(thumb.fields, "fields").toBeLessThanOrEqual(12);
});
