// The whole job without a connection: the browser has no network, in the first test its server is stopped as
// well, and the app is closed and reopened.
import { expect, type Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { addContact } from "./support/contacts.ts";
import { drawSignature } from "./support/customer.ts";
import { chooseCustomer, fillLine, getDocumentId, ON_DEVICE_ONLY } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { test, waitForAllSent, waitForCached } from "./support/offline.ts";
import { createPhoto } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentInvoice, createSentQuote, getJson, type Json } from "./support/seed.ts";
import type { Person } from "./support/test.ts";

test("a day of work without signal is on the server exactly once afterwards", async ({ stoppableServer }) => {
  const ada = await stoppableServer.ready(PHONE);
  const { page, who } = ada;
  const invoice = await createSentInvoice(page, who);
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole("heading", { name: "Invoice INV-0001" }).first().waitFor();
  await page.goto("/items");
  await page.goto("/expenses");
  await stoppableServer.cut(ada);

  // A new customer.
  await addContact(page, "Dora Cellar");
  // A quote for her, sent.
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Dora Cellar");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await fillLine(page, 2, { name: "Pipe", quantity: "3", price: "4.255" });
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  const quote = getDocumentId(page);
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.getByRole("button", { name: /^(Get the link|Send once there is signal)/ }).click();
  await page.getByText("Will be sent").first().waitFor();
  await takePagePicture(page, "offline-will-be-sent");
  await expectFits(page, "a quote that will be sent");

  // A new item, a cash payment, and a receipt.
  await page.goto("/items/edit/new");
  await page.getByLabel("Name", { exact: true }).fill("Sump pump");
  await page.getByLabel("Price", { exact: true }).fill("150");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.getByText("Sump pump").first().waitFor();
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  const paying = page.getByRole("dialog", { name: "Record a payment" });
  await paying.getByLabel("Amount").fill("40");
  await paying.getByLabel("How it was paid").selectOption("cash");
  await paying.getByRole("button", { name: "Record payment" }).dblclick();
  await paying.waitFor({ state: "detached" });
  // An action that needs the server is disabled and says why.
  await page.getByRole("button", { name: "More for Invoice INV-0001" }).click();
  const archive = page.getByRole("menuitem", { name: /^Archive/ });
  await archive.getByText("Needs signal").waitFor();
  await expect(archive).toHaveAttribute("aria-disabled", "true");
  await takePagePicture(page, "offline-needs-signal");
  await page.keyboard.press("Escape");
  await page.goto("/expenses/create");
  await page.getByLabel("Photo of a receipt").setInputFiles(await createPhoto(page, 600, 800));
  await page.getByLabel("Amount paid").fill("43.20");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL(/\/expenses$/);
  await page.getByText("43.20").first().waitFor();

  // Closed and reopened: everything is still there.
  const again = await reopenPage(ada);
  await again.goto("/quotes");
  await again.getByText("Dora Cellar").first().waitFor();
  await again.getByText("Will be sent").filter({ visible: true }).first().waitFor();
  await again.getByText("312.77").first().waitFor();
  await takePagePicture(again, "offline-list");
  await again.goto("/waiting");
  await again.getByText("New customer: Dora Cellar").waitFor();
  await expect(again.getByText(/^Payment of £40/)).toHaveCount(1);
  await takePagePicture(again, "offline-waiting");
  await expectSoundLayout(again, "the list of what waits");

  await stoppableServer.back(ada);
  await waitForAllSent(again);
  await takePagePicture(again, "offline-saved");
  const quotes = (await getJson(again, "/api/quotes")).data;
  expect(quotes.length).toBe(1);
  expect([quotes[0].id, quotes[0].number, quotes[0].contactName, quotes[0].totalAmount]).toEqual([
    quote,
    "Q-0001",
    "Dora Cellar",
    "312.77",
  ]);
  const contacts = await getJson(again, "/api/contacts");
  expect(contacts.map(({ name }: Json) => name).sort()).toEqual(["Dora Cellar", "Margaret Holroyd"]);
  const items = await getJson(again, "/api/items");
  expect(items.map(({ name, price }: Json) => [name, price])).toEqual([["Sump pump", "150"]]);
  const paid = await getJson(again, `/api/invoices/${invoice.id}`);
  expect(paid.payments.map(({ amount, method }: Json) => [amount, method])).toEqual([["40.00", "cash"]]);
  expect(paid.totals.balanceDue).toBe("60.00");
  const expenses = (await getJson(again, "/api/expenses")).data;
  expect(expenses.map(({ amount, receiptCount }: Json) => [amount, receiptCount])).toEqual([["43.20", 1]]);
});

test("a customer signs where there is no signal, and the certificate says so", async ({ ready }) => {
  const { page, context, who } = await ready(DESKTOP);
  const quote = await createSentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await waitForCached(page, "/api/quotes/public/");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept Quote/ });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page.getByText("Signed on this computer").first().waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await takePagePicture(page, "offline-signed");

  await context.setOffline(false);
  await waitForAllSent(page);
  const stored = await getJson(page, `/api/quotes/${quote.id}`);
  expect(stored.status).toBe("accepted");
  expect(stored.acceptance.name).toBe("Margaret Holroyd");
  expect(stored.acceptance.withoutSignal).toMatch(/without signal/);
});

/** Closes and reopens the app in the same browser. */
async function reopenPage({ context, page }: Person): Promise<Page> {
  const next = await context.newPage();
  await page.close();
  await next.goto("/dashboard");
  return next;
}
