// The main job by the keyboard alone: no click, no tap, no field filled but by keys.
import assert from "node:assert/strict";
import test from "node:test";
import { gbp, read } from "./support/api.mjs";
import { DESKTOP } from "./support/browser.mjs";
import { plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
/** More stops than any screen has before what is wanted. */
const MOST_STOPS = 70;

/** In the page: what the focus is on, as it is called, and whether that can be seen. */
function focused() {
  const one = document.activeElement;
  const labels = [...(one.labels ?? [])].map((label) => label.textContent).join(" ");
  const style = getComputedStyle(one);
  return {
    name: (one.getAttribute("aria-label") || labels || one.textContent || "").trim(),
    // Fields have a ring of their own: a shadow.
    isSeen: style.outlineStyle !== "none" || style.boxShadow !== "none",
  };
}

/** Walks to what has this name, and sees that each stop of the way shows where it is. */
async function walkTo(page, name) {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const at = await page.evaluate(focused);
    if (name.test(at.name)) return assert.ok(at.isSeen, `the focus on '${at.name}' is not seen`);
    await page.keyboard.press("Tab");
  }
  throw new Error(`no ${name} within ${MOST_STOPS} stops`);
}

test("the keyboard alone writes a quote, sends it and turns it into an invoice", async (t) => {
  const { page, who, leave } = await plumber(place, t, "keyboard", DESKTOP);
  const { keyboard } = page;
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await walkTo(page, /^New$/);
  await keyboard.press("Enter");
  // A menu is seen before its first word has the keyboard.
  await page.getByRole("menuitem", { name: "New quote" }).and(page.locator(":focus")).waitFor();
  await keyboard.press("Enter");
  await page.waitForURL("**/quotes/create");

  await walkTo(page, /^Who it.s for/);
  await keyboard.type("marg");
  await page.getByRole("option", { name: /Margaret Holroyd/ }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.getByText("margaret@example.com").first().waitFor();
  await walkTo(page, /^Job description/);
  await keyboard.type("New tap");
  await walkTo(page, /^Line 1 description/);
  await keyboard.type("Basin tap");
  await walkTo(page, /^Line 1 quantity/);
  await keyboard.press("Control+a");
  await keyboard.type("3");
  await walkTo(page, /^Line 1 price/);
  // With the pence after a comma, as some keyboards have it: no hundred times as much.
  await keyboard.type("33,34");
  await page.getByText("Saved", { exact: true }).first().waitFor();

  // The way back to what stands above is the same key with Shift, or a new round.
  await walkTo(page, /^Send quote$/);
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await walkTo(page, /^By link$/);
  await keyboard.press("Enter");
  await walkTo(page, /^Get the link/);
  await keyboard.press("Enter");
  await page.getByText("Q-0001").first().waitFor();
  const [{ id }] = (await read(page, "/api/quotes?status=sent")).data;
  const quote = await read(page, `/api/quotes/${id}`);
  assert.deepEqual([quote.totals.totalAmount, quote.contactId], ["100.02", who.contact.id]);
  // Out of whatever is still open.
  await keyboard.press("Escape");
  await page.goto(`/quotes/${id}`);
  await page.getByRole("heading", { name: "Quote Q-0001" }).waitFor();
  await walkTo(page, /^Convert to invoice$/);
  await keyboard.press("Enter");
  // Nobody has accepted it: the product asks first.
  await page.getByText(/hasn’t accepted it yet/).waitFor();
  await page.waitForFunction(() => document.activeElement.closest("[role=dialog], [role=alertdialog]"));
  await walkTo(page, /^Convert to invoice$/);
  await keyboard.press("Enter");
  await page.waitForURL("**/invoices/**");
  await page.getByText(gbp("100.02")).first().waitFor();
  await leave();
});
