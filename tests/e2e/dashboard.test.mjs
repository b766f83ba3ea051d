// The first screen: a first week that is finished by doing, what needs somebody now, and the year.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { arrive, draftQuote, plumber, sentQuote, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();

test("the first week goes step by step, and is gone once it is done", async (t) => {
  const { page, close } = await place.enter(PHONE);
  t.after(() => close());
  await arrive(page, place.server(), "first-week@example.com");
  const week = page.getByRole("region", { name: "Your first week" });
  const said = async (text) => {
    await page.goto("/dashboard");
    await week.getByText(text, { exact: true }).waitFor();
  };
  await said("0 of 5 done");
  await sound(page, "the first week as it begins");
  await week.getByRole("link", { name: "Add your business" }).waitFor();
  const profile = await write(page, "/api/business-profiles", { name: "Pipe & Daughters", accepts_cash: true });
  await said("1 of 5 done");
  await week.getByRole("link", { name: "Add a customer" }).waitFor();
  const contact = await write(page, "/api/contacts", { name: "Margaret Holroyd" });
  const { id } = await draftQuote(page, { profile, contact });
  await said("3 of 5 done");
  await week.getByRole("link", { name: "See your drafts" }).click();
  await page.waitForURL("**/quotes?status=draft");
  await write(page, `/api/quotes/${id}/send`, { via: "link" });
  await said("4 of 5 done");
  await week.getByRole("link", { name: "Add bank details" }).waitFor();
  const { version } = await read(page, `/api/business-profiles/${profile.id}`);
  const answer = await page.request.put(`/api/business-profiles/${profile.id}`, {
    data: { name: "Pipe & Daughters", accountNumber: "12345678", sortCode: "12-34-56", version },
  });
  assert.ok(answer.ok(), await answer.text());
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Last 12 months" }).waitFor();
  assert.equal(await week.count(), 0);
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`what needs somebody leads to its list, and the year says the same as its table (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `needs-${size}`, viewport);
    await draftQuote(page, who);
    await sentQuote(page, who);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
    const { id } = await write(page, "/api/invoices", {
      businessProfileId: who.profile.id,
      contactId: who.contact.id,
      issueDate: "2026-01-05",
      dueDate: "2026-01-19",
      jobDescription: "New tap",
      notes: "",
      items: [{ id: "a", name: "Tap", quantity: "1", price: "480" }],
    });
    await write(page, `/api/invoices/${id}/send`, { via: "link" });
    await write(page, `/api/invoices/${id}/payments`, { amount: "120.50", method: "cash", date: today });
    await write(page, "/api/expenses", { date: today, category: "costOfGoods", amount: "43.20" });
    await page.goto("/dashboard");
    const heading = page.getByRole("heading", { name: "Needs you now" });
    const needs = page.locator("section").filter({ has: heading });
    await needs.getByRole("link", { name: /1 overdue invoice to chase.*£359\.50/s }).waitFor();
    await needs.getByRole("link", { name: /1 quote to finish/ }).waitFor();
    assert.equal(await needs.getByRole("listitem").count(), 2);
    await page.getByText("£120.50 came in and £43.20 went out.").waitFor();
    await page.locator(".recharts-bar-rectangle path").first().waitFor();
    await sound(page, "the first screen");
    await page.getByRole("button", { name: "Show as a table" }).click();
    const rows = page.getByRole("table", { name: "Money month by month" }).getByRole("row");
    assert.equal(await rows.count(), 13);
    assert.match(await rows.nth(1).textContent(), /£120\.50£43\.20$/, "this month is the first row");
    assert.match(await rows.nth(2).textContent(), /£0\.00£0\.00$/);
    await sound(page, "the first screen with its table");
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    await needs.getByRole("link", { name: /overdue/ }).click();
    await page.waitForURL("**/invoices?status=overdue");
    await leave();
  });
}
