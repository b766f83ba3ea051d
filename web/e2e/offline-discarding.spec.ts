// What a device displays without a connection about things it hasn't cached, and how waiting changes are
// discarded.
import { expect } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { addContact } from "./support/contacts.ts";
import { chooseCustomer, fillLine, getDocumentId } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { test } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentQuote } from "./support/seed.ts";

declare global {
  interface Window {
    /** Every word that the page has displayed so far. */
    wordsSeen: string;
  }
}

test("a page that is not cached says so rather than that it does not exist, and links back", async ({
  ready,
}) => {
  const ada = await ready(PHONE);
  const { page, who } = ada;
  await page.goto("/dashboard");
  await page.getByRole("heading").first().waitFor();
  const quote = await createSentQuote(page, who);
  await ada.context.setOffline(true);

  await page.goto("/expenses");
  await page.getByText("No expenses are saved on this phone").waitFor();
  await page.goto("/archives");
  await page.getByText("No archived quotes are saved on this phone").waitFor();

  await page.goto(`/quotes/edit/${quote.id}`);
  await page.getByText("This quote isn’t saved on this phone").waitFor();
  await takePagePicture(page, "offline-not-held");
  await expectFits(page, "a quote that is not held");
  await page.getByRole("link", { name: "choose to save them ahead of time" }).click();
  await page.getByLabel(/Save the last 90/).waitFor();
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await page.getByText("There is no signal. You can see your devices").waitFor();
  await expectFits(page, "the settings without signal");
  await page.goto("/more");
  await page.getByRole("link", { name: /^On this phone/ }).waitFor();
  await page.getByRole("link", { name: /^Waiting to be sent/ }).click();
  await page.getByText("Everything is saved").waitFor();
});

test("a new contact is discarded with the quote that names it", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page } = ada;
  await ada.context.setOffline(true);
  await addContact(page, "Dora Cellar");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Dora");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "40" });
  await page.getByText("On this phone only").first().waitFor();

  await page.goto("/waiting");
  await page.getByText("New quote for Dora Cellar").waitFor();
  const contact = page.getByRole("listitem").filter({ hasText: "New customer: Dora Cellar" });
  await contact.getByRole("button", { name: "Discard" }).click();
  const asking = page.getByRole("dialog", { name: "Discard “New customer: Dora Cellar”?" });
  await asking.getByText("“New quote for Dora Cellar”").waitFor();
  await takePagePicture(page, "offline-discard-both");
  await expectFits(page, "what goes with a contact");
  await asking.getByRole("button", { name: "Discard both" }).click();
  await page.getByText("Everything is saved").waitFor();
});

test("a page does not say that everything is saved before it knows", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page } = ada;
  // Records every word on the page, however briefly it is displayed, from the start.
  await page.addInitScript(() => {
    window.wordsSeen = "";
    const look = () => {
      window.wordsSeen += document.body?.textContent ?? "";
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await ada.context.setOffline(true);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "40" });
  await page.getByText("On this phone only").first().waitFor();

  for (const [address, text] of [
    ["/waiting", "New quote for Margaret"],
    ["/settings/device", "1 change is only on this phone"],
    ["/more", "1 change is on this phone only"],
  ] as const) {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
    const seen = await page.evaluate(() => window.wordsSeen);
    expect(seen, `${address} was watched`).toContain(text);
    expect(seen, address).not.toMatch(/Everything is saved|your account has everything/);
  }
});

test("conflicting edits are shown under Waiting and in the status bar", async ({ ready }) => {
  const ada = await ready(DESKTOP);
  const { page } = ada;
  await ada.context.setOffline(true);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "40" });
  await page.getByText("On this computer only").first().waitFor();
  const id = getDocumentId(page);
  await page.goto("/quotes");
  const mark = page.getByRole("row").getByText("On this computer only");
  const isCut = await mark.evaluate((one) => {
    const cell = one.closest("td");
    return cell === null || cell.scrollWidth > cell.clientWidth;
  });
  expect(isCut, "the mark has room").toBe(false);
  await page.evaluate(
    (quote) => localStorage.setItem("document_standings", JSON.stringify({ [quote]: { kind: "conflict" } })),
    id,
  );
  await page.goto("/waiting");
  await page.getByText("Also changed elsewhere").waitFor();
  await page.getByText("One of them couldn’t be saved and needs you.").waitFor();
  await expectFits(page, "edits that met others");
  await page.getByRole("link", { name: "Open and choose" }).click();
  await page.waitForURL(`**/quotes/edit/${id}`);
});

test("a journey saved without signal shows no wrong amount", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page } = ada;
  await ada.context.setOffline(true);
  await page.goto("/expenses/create?mileage=true");
  await page.getByLabel("Miles").fill("12");
  await page.getByRole("button", { name: "Save mileage" }).click();
  await page.getByText("Saved on this phone", { exact: true }).waitFor();
  await page.waitForURL("**/expenses");
  await page
    .getByText(/^1 expense, 1 worked out when there is signal$/)
    .first()
    .waitFor();
  await expect(page.getByText("0.00").filter({ visible: true })).toHaveCount(0);
  await takePagePicture(page, "offline-journey");
});
