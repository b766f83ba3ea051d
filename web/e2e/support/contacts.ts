// Adding customers on the screen, and reading their names from the server.
import type { Page } from "@playwright/test";
import { type ApiClient, getJson, type Json } from "./seed.ts";

/** Adds a customer with this name; returns once the page displays them. */
export async function addContact(page: Page, name: string): Promise<void> {
  await page.goto("/add-contact");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save customer" }).click();
  await page.getByText(name).first().waitFor();
}

/** The names of the customers on the server, in order. */
export async function contactNames(asker: ApiClient): Promise<string[]> {
  const contacts: Json[] = await getJson(asker, "/api/contacts");
  return contacts.map(({ name }) => name).sort();
}
