// The main job using only the keyboard: nothing is clicked or tapped, and fields are filled by keystrokes.
import type { Page } from "@playwright/test";
import { DESKTOP } from "./support/browser.ts";
import { formatPounds, getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** More presses of Tab than any target on these screens needs. */
const MOST_STOPS = 70;

/** In the page: the name of the focused element, and whether its focus is visible. */
function describeFocused() {
  const one = document.activeElement ?? document.body;
  const labels = [...((one as HTMLInputElement).labels ?? [])].map((label) => label.textContent).join(" ");
  const style = getComputedStyle(one);
  return {
    name: (one.getAttribute("aria-label") || labels || one.textContent || "").trim(),
    // Fields have a focus ring of their own: a shadow.
    isSeen: style.outlineStyle !== "none" || style.boxShadow !== "none",
  };
}

/** Presses Tab until the element with this name has the focus, and checks that the focus is visible. */
async function walkTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const at = await page.evaluate(describeFocused);
    if (name.test(at.name)) {
      expect(at.isSeen, `the focus on '${at.name}' is visible`).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`no ${name} within ${MOST_STOPS} stops`);
}

test("a quote is written, sent and turned into an invoice with the keyboard alone", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP);
  const { keyboard } = page;
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await walkTo(page, /^New$/);
  await keyboard.press("Enter");
  // A menu opens a moment before its first item has the focus.
  await expect(page.getByRole("menuitem", { name: "New quote" })).toBeFocused();
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
  // Some keyboards type a comma before the pence: it must not make the amount a hundred times larger.
  await keyboard.type("33,34");
  await page.getByText("Saved", { exact: true }).first().waitFor();

  // Tab wraps round, so earlier elements can be reached with it too.
  await walkTo(page, /^Send quote$/);
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await walkTo(page, /^By link$/);
  await keyboard.press("Enter");
  await walkTo(page, /^Get the link/);
  await keyboard.press("Enter");
  await page.getByText("Q-0001").first().waitFor();
  const [{ id }] = (await getJson(page, "/api/quotes?status=sent")).data;
  const quote = await getJson(page, `/api/quotes/${id}`);
  expect([quote.totals.totalAmount, quote.contactId]).toEqual(["100.02", who.contact.id]);
  // Closes any open dialog.
  await keyboard.press("Escape");
  await page.goto(`/quotes/${id}`);
  await page.getByRole("heading", { name: "Quote Q-0001" }).waitFor();
  await walkTo(page, /^Convert to invoice$/);
  await keyboard.press("Enter");
  // Nobody has accepted the quote, so the app asks for confirmation.
  await page.getByText(/hasn’t accepted it yet/).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("[role=dialog], [role=alertdialog]"));
  await walkTo(page, /^Convert to invoice$/);
  await keyboard.press("Enter");
  await page.waitForURL("**/invoices/**");
  await page.getByText(formatPounds("100.02")).first().waitFor();
});
