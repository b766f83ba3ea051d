// The emails that a customer reads.
import { DESKTOP } from "./support/browser.ts";
import { waitForMail } from "./support/mail.ts";
import { createDraftQuote, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("an email greets its customer once, in the text that was typed", async ({ plumber, server }) => {
  const { page, who } = await plumber(DESKTOP);
  // An address of its own: other tests use the usual one.
  const email = `greeted-${who.contact.id}@example.com`;
  const contact = await postJson(page, "/api/contacts", { name: "Margaret Holroyd", email });
  const { id } = await createDraftQuote(page, { ...who, contact });
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("By email").click();
  await dialog.getByRole("button", { name: /^Send quote/ }).click();
  await expect(dialog.getByText("is on its way")).toBeVisible();
  const [text] = await waitForMail(server, email, /text\/plain[\s\S]*?text\/html/);
  expect(text.match(/Hello/g), text).toHaveLength(1);
});
