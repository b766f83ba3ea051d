// Customers, as a person writes them down.
import { read } from "./api.mjs";

/** Writes down a customer of this name; it is shown once it is kept. */
export async function addContact(page, name) {
  await page.goto("/add-contact");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save contact" }).click();
  await page.getByText(name).first().waitFor();
}

/** What the server's customers are called, in order. */
export const contactNames = async (page) =>
  (await read(page, "/api/contacts")).map(({ name }) => name).sort();
