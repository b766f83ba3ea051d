// The versions of a quote side by side, for the business; and the changes, for a customer whose page is open.
import { PHONE } from "./support/browser.ts";
import { createFullBusiness, createSentDocument, deliverDocument, editQuote } from "./support/customer.ts";
import { expectFits, expectSoundLayout, getBox } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { expect, test } from "./support/test.ts";

const setField = (line: string, field: string, value: string) => ({ op: "setLine", line, field, value });

test("the business sees what changed from one version to another", { tag: "@both" }, async ({
  owner,
  size,
}) => {
  const { page } = await owner();
  const quote = await createSentDocument(page, "quote", await createFullBusiness(page));
  const [first, second] = quote.items;
  await page.goto(`/quotes/${quote.id}/versions`);
  await expect(page.getByText("It has not changed since it was sent")).toBeVisible();
  await editQuote(page, quote, setField(first.id, "price", "999.5"), setField(first.id, "cost", "61.07"), {
    op: "set",
    field: "notes",
    value: "Mind the cat",
  });
  await editQuote(page, quote, { op: "removeLine", line: second.id });
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: /^More for Quote/ }).click();
  await page.getByRole("menuitem", { name: "Compare versions" }).click();
  await page.waitForURL("**/versions");
  const lines = page.getByRole("region", { name: "Lines" });
  await expect(lines.getByText(second.name).first()).toBeVisible();
  await expect(lines.getByText("Removed", { exact: true })).toBeVisible();
  await expect(lines.getByText("£999.50"), "that was the version before").toHaveCount(0);
  await page.getByLabel("Earlier").selectOption("1");
  await expect(lines.getByText("£999.50").first()).toBeVisible();
  await expect(lines.getByText("£61.07").first()).toBeVisible();
  const notes = page.getByRole("region", { name: "Notes and terms" });
  await expect(notes.getByText("Mind the cat")).toBeVisible();
  const papers = page.getByRole("region", { name: "The two versions" }).getByRole("article");
  await expect(papers).toHaveCount(2);
  const [before, after] = [await getBox(papers.first()), await getBox(papers.nth(1))];
  if (size === "desktop") {
    expect(after.x, "side by side").toBeGreaterThan(before.x + before.width - 1);
    expect(after.y, "side by side").toBe(before.y);
  } else expect(after.y, "below each other").toBeGreaterThan(before.y + before.height - 1);
  await takePagePicture(page, `versions-${size}`);
  await expectSoundLayout(page, "the versions");
  await page.reload();
  await expect(lines.getByText("£999.50").first(), "a reload keeps the version").toBeVisible();
});

test("a customer whose page is open sees what changed", { tag: "@both" }, async ({
  office,
  enter,
  screen,
  size,
}) => {
  const { plumber, page, document: quote } = await deliverDocument({ office, enter }, screen);
  await page.goto(quote.publicUrl);
  await expect(page.getByRole("button", { name: "Accept Quote" }).first()).toBeVisible();
  const [first] = quote.items;
  await editQuote(
    plumber.page,
    quote,
    setField(first.id, "price", "999.5"),
    setField(first.id, "cost", "61.07"),
  );
  const notice = page.getByRole("region", { name: "This quote has changed since you opened it" });
  await notice.getByRole("button", { name: "See what changed" }).click();
  const lines = notice.getByRole("region", { name: "Lines" });
  await expect(lines.getByText("£999.50").first()).toBeVisible();
  await expect(notice, "never what it costs the business").not.toContainText(/61\.07|Cost/);
  for (const amount of await lines.locator("del, ins").all()) {
    const { height } = await getBox(amount);
    expect(height, `${await amount.textContent()} is in one line`).toBeLessThan(30);
  }
  await takePagePicture(page, `what-changed-${size}`);
  await expectFits(page, "what changed");
  await notice.getByRole("button", { name: "Got it" }).click();
  await expect(notice).toHaveCount(0);
});

test("if the changes do not load, the page says so, and they can be requested again", async ({
  office,
  enter,
}) => {
  const { plumber, customer, page, document: quote } = await deliverDocument({ office, enter }, PHONE);
  customer.expectErrors(/ERR_FAILED/);
  await page.goto(quote.publicUrl);
  await expect(page.getByRole("button", { name: "Accept Quote" }).first()).toBeVisible();
  await page.route("**/changes?*", (route) => route.abort());
  await editQuote(plumber.page, quote, setField(quote.items[0].id, "price", "999.5"));
  await page.getByRole("button", { name: "See what changed" }).click();
  await expect(page.getByText(/We couldn’t load what changed/)).toBeVisible();
  await page.unroute("**/changes?*");
  await page.getByRole("button", { name: "See what changed" }).click();
  await expect(page.getByRole("region", { name: "Lines" })).toBeVisible();
});
