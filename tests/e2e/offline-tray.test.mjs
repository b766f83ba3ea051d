// What a device says without signal of what it does not hold, and how what waits on it is let go of.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { cellar, ready } from "./support/cellar.mjs";
import { addContact } from "./support/contacts.mjs";
import { chooseCustomer, documentId, fillLine } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { sentQuote } from "./support/seed.mjs";

const scene = cellar();

test("what is not held is not said to be missing, and leads back", async (t) => {
  const ada = await ready(t, scene, "not-held", PHONE);
  const { page, who } = ada;
  await page.goto("/dashboard");
  await page.getByRole("heading").first().waitFor();
  const quote = await sentQuote(page, who);
  await ada.context.setOffline(true);

  await page.goto("/expenses");
  await page.getByText("No expenses are held on this phone").waitFor();
  await page.goto("/archives");
  await page.getByText("No archived quotes are held on this phone").waitFor();
  await sound(page, "archives that are not held");

  await page.goto(`/quotes/edit/${quote.id}`);
  await page.getByText("This quote is not held on this phone").waitFor();
  await picture(page, "offline-not-held");
  await sound(page, "a quote that is not held");
  await page.getByRole("link", { name: "choose to read ahead" }).click();
  await page.getByLabel(/Hold the last 90/).waitFor();
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await page.getByText("There is no signal. Your name").waitFor();
  await sound(page, "the settings without signal");
  await page.goto("/more");
  await page.getByRole("link", { name: /^On this phone/ }).waitFor();
  await page.getByRole("link", { name: /^Waiting to be sent/ }).click();
  await page.getByText("Everything is saved").waitFor();
});

test("a new contact is discarded with the quote that names it", async (t) => {
  const ada = await ready(t, scene, "halves", PHONE);
  const { page } = ada;
  await ada.context.setOffline(true);
  await addContact(page, "Dora Cellar");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Dora");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "40" });
  await page.getByText("On this phone only").first().waitFor();

  await page.goto("/waiting");
  await page.getByText("New quote for Dora Cellar").waitFor();
  const contact = page.getByRole("listitem").filter({ hasText: "New contact: Dora Cellar" });
  await contact.getByRole("button", { name: "Discard" }).click();
  const asking = page.getByRole("dialog", { name: "Discard “New contact: Dora Cellar”?" });
  await asking.getByText("“New quote for Dora Cellar”").waitFor();
  await picture(page, "offline-discard-both");
  await sound(page, "what goes with a contact");
  await asking.getByRole("button", { name: "Discard both" }).click();
  await page.getByText("Everything is saved").waitFor();
});

test("that all is saved is not said before it is known", async (t) => {
  const ada = await ready(t, scene, "not-yet-known", PHONE);
  const { page } = ada;
  // Every word that stands on the page for however short a time, from its first moment on.
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

  for (const [address, said] of [
    ["/waiting", "New quote for Margaret"],
    ["/settings/device", "1 change is on this phone only"],
    ["/more", "1 change is on this phone only"],
  ]) {
    await page.goto(address);
    await page.getByText(said).first().waitFor();
    const seen = await page.evaluate(() => window.wordsSeen);
    assert.ok(seen.includes(said), `${address} was watched`);
    assert.doesNotMatch(seen, /Everything is saved|your account has everything/, address);
  }
});

test("edits that met others say so in the tray, and in the bar", async (t) => {
  const ada = await ready(t, scene, "standing", DESKTOP);
  const { page } = ada;
  await ada.context.setOffline(true);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "40" });
  await page.getByText("On this computer only").first().waitFor();
  const id = documentId(page);
  await page.goto("/quotes");
  const mark = page.getByRole("row").getByText("On this computer only");
  const isCut = await mark.evaluate((one) => {
    const cell = one.closest("td");
    return cell.scrollWidth > cell.clientWidth;
  });
  assert.equal(isCut, false, "the mark has room");
  await page.evaluate(
    (quote) => localStorage.setItem("document_standings", JSON.stringify({ [quote]: { kind: "conflict" } })),
    id,
  );
  await page.goto("/waiting");
  await page.getByText("Changed elsewhere too").waitFor();
  await page.getByText("One of them was not taken and needs you.").waitFor();
  await sound(page, "edits that met others");
  await page.getByRole("link", { name: "Open and choose" }).click();
  await page.waitForURL(`**/quotes/edit/${id}`);
});

test("a journey kept without signal has no wrong worth", async (t) => {
  const ada = await ready(t, scene, "journey", PHONE);
  const { page } = ada;
  await ada.context.setOffline(true);
  await page.goto("/expenses/create?mileage=true");
  await page.getByLabel("Miles").fill("12");
  await page.getByRole("button", { name: "Save mileage" }).click();
  await page.getByText("Kept on this phone", { exact: true }).waitFor();
  await page.waitForURL("**/expenses");
  await page.getByText(/^1 expense, 1 worked out when there is signal$/).first().waitFor();
  assert.equal(await page.getByText("0.00").filter({ visible: true }).count(), 0);
  await picture(page, "offline-journey");
});
