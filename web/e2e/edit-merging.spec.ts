// Two windows with the same document open, and edits whose response, tab or owner is gone.
import type { Page, ViewportSize } from "@playwright/test";
import { logIn } from "./support/account.ts";
import { PHONE } from "./support/browser.ts";
import { blockLiveUpdates } from "./support/customer.ts";
import { failAllRequests, unsentEdits, waitForUnsentText } from "./support/device-storage.ts";
import { chooseCustomer, fillLine, getDocumentId, waitForSaved } from "./support/editor.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { createDraftQuote, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

const CONFLICT = /409/;

/** Two windows of one user with the same draft open. */
async function openTwoWindows(plumber: TestFixtures["plumber"], viewport: ViewportSize = PHONE) {
  const ada = await plumber(viewport);
  ada.expectErrors(CONFLICT);
  const { page, context, who } = ada;
  const { id } = await createDraftQuote(page, who);
  // Live updates are blocked: with them the window would take over the other's changes before anything more
  // is typed.
  await blockLiveUpdates(page);
  await openEditor(page, id);
  const other = await context.newPage();
  await openEditor(other, id);
  return { ada, page, other, quote: () => getJson(page, `/api/quotes/${id}`) };
}

async function openEditor(page: Page, id: string) {
  await page.goto(`/quotes/edit/${id}`);
  await page.getByLabel("Job description").waitFor();
}

const readFocusedLabel = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    const label = field && "labels" in field ? (field as HTMLInputElement).labels?.[0] : null;
    return field?.getAttribute("aria-label") ?? label?.textContent ?? field?.tagName;
  });

const scrollToBottom = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

/** In the page: whether a tap on the middle of the element reaches it. */
function isInReach(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

test("edits of different fields in two windows merge, and the cursor stays where it is", async ({
  plumber,
}) => {
  const { page, other, quote } = await openTwoWindows(plumber);
  await other.getByLabel("Notes").fill("Parking at the back");
  await other.getByLabel("Line 2 price", { exact: true }).fill("5");
  await fillLine(other, 3, { name: "Washers", quantity: "4", price: "0.50" });
  await other.getByLabel("Line 1 description", { exact: true }).focus();
  await other.keyboard.press("Alt+ArrowDown");
  await waitForSaved(other);

  const details = page.getByLabel("Line 1 details", { exact: true });
  // The field for a line's details appears once the cursor is in the line.
  await page.getByLabel("Line 1 description", { exact: true }).focus();
  await details.pressSequentially("Chrome");
  await waitForSaved(page);
  // The other line is now above; the cursor is still in the same line.
  expect(await readFocusedLabel(page)).toBe("Line 2 details");
  await page.keyboard.type(", with a lever");
  await waitForSaved(page);

  await expect(page.getByLabel("Notes")).toHaveValue("Parking at the back");
  const stored = await quote();
  expect(stored.items.map(({ name, description, price }: Json) => [name, description, price])).toEqual([
    ["Pipe", "", "5"],
    ["Tap", "Chrome, with a lever", "89.90"],
    ["Washers", "", "0.50"],
  ]);
  expect(stored.notes).toBe("Parking at the back");
  expect(stored.version, "one edit there, two here").toBe(4);
});

test("conflicting edits of a field are shown, and the user chooses for each", { tag: "@both" }, async ({
  plumber,
  screen,
}) => {
  const { page, other, quote } = await openTwoWindows(plumber, screen);
  await other.getByLabel("Line 2 price", { exact: true }).fill("6");
  await other.getByLabel("Job description").fill("Typed in the other window");
  await other.getByLabel("Notes").fill("Only there");
  await waitForSaved(other);

  await page.getByLabel("Job description").fill("Typed here");
  await page.getByLabel("Line 2 price", { exact: true }).fill("7.5");
  const question = page.getByRole("dialog", { name: "This quote was also changed elsewhere" });
  const job = question.getByRole("group", { name: "Job description" });
  const price = question.getByRole("group", { name: "Line 2, price" });
  await job.getByText("Before: New tap").waitFor();
  await job.getByText("Typed in the other window").waitFor();
  await job.getByText("Typed here", { exact: true }).last().waitFor();
  await price.getByText("Before: £4.255").waitFor();
  await price.getByText("£7.50").waitFor();
  await price.getByText("£6.00").waitFor();
  await expectSoundLayout(page, "the question about the same field");
  expect((await quote()).jobDescription, "nothing is saved unasked").toBe("Typed in the other window");

  // Closing the dialog without a choice loses nothing, and it opens again.
  await question.getByRole("button", { name: "Close" }).click();
  await expect(page.getByLabel("Job description")).toHaveValue("Typed here");
  await waitForUnsentText(page, "Typed here");
  // The dialog can be reopened from anywhere on the page, and from the preview.
  const choose = page.getByRole("button", { name: "Choose", exact: true });
  for (const at of [() => page.getByLabel("Terms & Conditions").focus(), () => scrollToBottom(page)]) {
    await at();
    expect(await choose.evaluate(isInReach), "the question can be opened from here").toBe(true);
  }
  await page.getByRole("button", { name: "Preview" }).click();
  expect(await choose.evaluate(isInReach), "the question can be opened from the preview").toBe(true);
  await choose.click();

  const save = question.getByRole("button", { name: /^(Save my choice|Choose one of each)/ });
  await job.getByRole("radio", { name: /Use mine/ }).check();
  await expect(save, "the price is not chosen yet").toBeDisabled();
  await price.getByRole("radio", { name: /Use theirs/ }).check();
  await save.click();
  await waitForSaved(page);
  const stored = await quote();
  expect(stored.jobDescription).toBe("Typed here");
  expect(stored.items[1].price).toBe("6");
  expect(stored.notes).toBe("Only there");
  await expect(page.getByLabel("Line 2 price", { exact: true })).toHaveValue("6.00");
  await expect(page.getByLabel("Notes")).toHaveValue("Only there");
  expect(await unsentEdits(page)).toEqual([]);
});

test("a line that the other window removed can be put back", async ({ plumber }) => {
  const { page, other, quote } = await openTwoWindows(plumber);
  await other.getByRole("button", { name: "More for line 1" }).click();
  await other.getByRole("menuitem", { name: /Remove/ }).click();
  await waitForSaved(other);
  await page.getByLabel("Line 1 quantity", { exact: true }).fill("3");
  const question = page.getByRole("dialog", { name: "This quote was also changed elsewhere" });
  await question.getByText("The line is removed").waitFor();
  await question.getByRole("radio", { name: /Use mine/ }).check();
  await question.getByRole("button", { name: "Save my choice" }).click();
  await waitForSaved(page);
  expect((await quote()).items.map(({ name, quantity }: Json) => [name, quantity])).toEqual([
    ["Tap", "3"],
    ["Pipe", "2"],
  ]);
});

// That the edit is repeated: src/documents/editor/saving/autosaver.test.ts. That the server applies it once:
// server/app/tests/http.
test("an edit whose response is lost is repeated with the same id and applied once", {
  tag: "@prove",
}, async ({ plumber }) => {
  const { ada, page, quote } = await openTwoWindows(plumber);
  ada.expectErrors(/ERR_FAILED/);
  const sent: Json[] = [];
  await page.route("**/api/quotes/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    sent.push(route.request().postDataJSON());
    if (sent.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel("Job description").fill("Sent twice");
  await waitForSaved(page);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  const stored = await quote();
  expect([stored.jobDescription, stored.version]).toEqual(["Sent twice", 2]);
});

test("typed text is restored after the tab crashes, and is sent once", async ({ plumber }) => {
  const { ada, page, other, quote } = await openTwoWindows(plumber);
  await failAllRequests(page);
  await page.getByLabel("Job description").fill("Typed before the crash");
  await page.getByLabel("Line 1 price", { exact: true }).fill("99");
  await waitForUnsentText(page, "Typed before the crash");
  await waitForUnsentText(page, "99");
  await page.goto("chrome://crash").catch(() => {});
  await other.getByLabel("Notes").fill("Typed elsewhere since");
  await waitForSaved(other);

  const again = await ada.context.newPage();
  await openEditor(again, getDocumentId(other));
  await expect(again.getByLabel("Job description")).toHaveValue("Typed before the crash");
  await waitForSaved(again);
  const stored = await quote();
  expect([stored.jobDescription, stored.items[0].price, stored.notes, stored.version]).toEqual([
    "Typed before the crash",
    "99",
    "Typed elsewhere since",
    3,
  ]);
  expect(await unsentEdits(again)).toEqual([]);
});

test("another person who logs in on the device does not see what was typed", async ({ plumber, office }) => {
  const ada = await plumber(PHONE);
  const bob = await office();
  ada.expectErrors(/404|ERR_FAILED/);
  const { page } = ada;
  await page.goto("/quotes/create");
  await page.getByRole("combobox", { name: "Who it’s for", exact: true }).waitFor();
  await failAllRequests(page);
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Ada’s secret tap", quantity: "1", price: "89.90" });
  await waitForUnsentText(page, "89.90");
  const id = getDocumentId(page);

  await postJson(page, "/api/auth/logout");
  await page.goto("/login");
  await logIn(page, bob.account.email);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByText("We couldn’t find this quote").waitFor();
  await expect(page.getByText("secret tap")).toHaveCount(0);

  await postJson(page, "/api/auth/logout");
  await page.goto("/login");
  await logIn(page, ada.account.email);
  await page.goto(`/quotes/edit/${id}`);
  const name = page.getByLabel("Line 1 description", { exact: true });
  await name.waitFor();
  await expect(name).toHaveValue("Ada’s secret tap");
  await waitForSaved(page);
  expect((await getJson(page, `/api/quotes/${id}`)).items[0].name).toBe("Ada’s secret tap");
});
