// The versions of a quote side by side, for the business; and what changed, for a customer whose page is open.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, sent } from "./support/customer.mjs";
import { picture } from "./support/picture.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });

/** An edit as the editor sends it; the version that it makes. */
async function edit(page, id, baseVersion, operations) {
  const data = { baseVersion, operationId: crypto.randomUUID(), operations };
  const answer = await page.request.patch(`/api/quotes/${id}`, { data });
  assert.equal(answer.status(), 200, await answer.text());
  return answer.json();
}

const set = (line, field, value) => ({ op: "setLine", line, field, value });

/** A business with a quote that its customer has; with a window of this size, where its screen matters. */
async function scene(t, name, viewport) {
  const plumber = viewport ? await enter(viewport) : await office();
  t.after(() => plumber.close());
  await arrive(plumber.page, server(), `${name}@example.com`);
  const who = await business(plumber.page);
  const quote = await sent(plumber.page, "quote", who);
  return { plumber, page: plumber.page, quote };
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`the business sees what changed from one version to another (${size})`, async (t) => {
    const { page, plumber, quote } = await scene(t, `versions-${size}`, viewport);
    const [first, second] = quote.items;
    await page.goto(`/quotes/${quote.id}/versions`);
    await page.getByText("It has not changed since it was sent").waitFor();
    const now = await edit(page, quote.id, quote.version, [
      set(first.id, "price", "999.5"),
      set(first.id, "cost", "61.07"),
      { op: "set", field: "notes", value: "Mind the cat" },
    ]);
    await edit(page, quote.id, now.version, [{ op: "removeLine", line: second.id }]);
    await page.goto(`/quotes/${quote.id}`);
    await page.getByRole("button", { name: /^More for Quote/ }).click();
    await page.getByRole("menuitem", { name: "Compare versions" }).click();
    await page.waitForURL("**/versions");
    const lines = page.getByRole("region", { name: "Lines" });
    await lines.getByText(second.name, { exact: false }).first().waitFor();
    await lines.getByText("Gone", { exact: true }).waitFor();
    assert.equal(await lines.getByText("£999.50").count(), 0, "that was the version before");
    await page.getByLabel("Earlier").selectOption("1");
    await lines.getByText("£999.50").first().waitFor();
    await lines.getByText("£61.07", { exact: false }).first().waitFor();
    await page.getByRole("region", { name: "Notes and terms" }).getByText("Mind the cat").waitFor();
    const papers = page.getByRole("region", { name: "The two versions" }).getByRole("article");
    await papers.nth(1).waitFor();
    const [left, right] = [await papers.first().boundingBox(), await papers.nth(1).boundingBox()];
    if (size === "desktop") assert.ok(right.x > left.x + left.width - 1 && right.y === left.y, "side by side");
    else assert.ok(right.y > left.y + left.height - 1, "one under the other");
    await picture(page, `versions-${size}`);
    await sound(page, "the versions");
    await page.reload();
    await lines.getByText("£999.50").first().waitFor();
    await plumber.leave();
  });

  test(`a customer whose page is open is told what changed (${size})`, async (t) => {
    const { page, plumber, quote } = await scene(t, `changed-${size}`);
    const customer = await enter(viewport);
    t.after(() => customer.close());
    await customer.page.goto(quote.publicUrl);
    await customer.page.getByRole("button", { name: "Accept Quote" }).first().waitFor();
    const [first] = quote.items;
    await edit(page, quote.id, quote.version, [set(first.id, "price", "999.5"), set(first.id, "cost", "61.07")]);
    const told = customer.page.getByRole("region", { name: "This quote has changed since you opened it" });
    await told.waitFor();
    await told.getByRole("button", { name: "See what changed" }).click();
    await told.getByRole("region", { name: "Lines" }).getByText("£999.50").first().waitFor();
    assert.doesNotMatch(await told.textContent(), /61\.07|Cost/, "never what it costs");
    for (const amount of await told.getByRole("region", { name: "Lines" }).locator("del, ins").all()) {
      const { height } = await amount.boundingBox();
      assert.ok(height < 30, `${await amount.textContent()} is ${height} px high: it stands in one line`);
    }
    await picture(customer.page, `what-changed-${size}`);
    await sound(customer.page, "what changed");
    await told.getByRole("button", { name: "Got it" }).click();
    await told.waitFor({ state: "detached" });
    await customer.leave();
    await plumber.leave();
  });
}

test("where what changed does not load, the page says so and the quote is there", async (t) => {
  const { page, quote } = await scene(t, "changed-lost");
  const customer = await enter(PHONE);
  t.after(() => customer.close());
  customer.expectErrors(/ERR_FAILED/);
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByRole("button", { name: "Accept Quote" }).first().waitFor();
  await customer.page.route("**/changes?*", (route) => route.abort());
  await edit(page, quote.id, quote.version, [set(quote.items[0].id, "price", "999.5")]);
  await customer.page.getByRole("button", { name: "See what changed" }).click();
  await customer.page.getByText(/What changed could not be loaded/).waitFor();
  await customer.page.unroute("**/changes?*");
  await customer.page.getByRole("button", { name: "See what changed" }).click();
  await customer.page.getByRole("region", { name: "Lines" }).waitFor();
});
