// The dashboard: the steps of the first week, what needs attention, and the year.
import { PHONE } from "./support/browser.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { createDraftQuote, createSentQuote, dayFromToday, getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("the first-week checklist counts its steps, and disappears once they are done", async ({ owner }) => {
  const { page } = await owner(PHONE);
  const week = page.getByRole("region", { name: "Your first week" });
  const isAt = async (text: string) => {
    await page.goto("/dashboard");
    await week.getByText(text, { exact: true }).waitFor();
  };
  await isAt("0 of 5 done");
  await expectSoundLayout(page, "the first week as it begins");
  await week.getByRole("link", { name: "Add your business" }).waitFor();
  const profile = await postJson(page, "/api/business-profiles", {
    name: "Pipe & Daughters",
    accepts_cash: true,
  });
  await isAt("1 of 5 done");
  await week.getByRole("link", { name: "Add a customer" }).waitFor();
  const contact = await postJson(page, "/api/contacts", { name: "Margaret Holroyd" });
  const { id } = await createDraftQuote(page, { profile, contact });
  await isAt("3 of 5 done");
  await week.getByRole("link", { name: "See your drafts" }).click();
  await page.waitForURL("**/quotes?status=draft");
  await postJson(page, `/api/quotes/${id}/send`, { via: "link" });
  await isAt("4 of 5 done");
  await week.getByRole("link", { name: "Add bank details" }).waitFor();
  const { version } = await getJson(page, `/api/business-profiles/${profile.id}`);
  const answer = await page.request.put(`/api/business-profiles/${profile.id}`, {
    data: { name: "Pipe & Daughters", accountNumber: "12345678", sortCode: "12-34-56", version },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Last 12 months" }).waitFor();
  await expect(week).toHaveCount(0);
});

test("'Needs you now' links to each list, and the year's table matches the chart", {
  tag: "@both",
}, async ({ plumber, screen }) => {
  const { page, who } = await plumber();
  await createDraftQuote(page, who);
  await createSentQuote(page, who);
  const today = dayFromToday(0);
  const { id } = await postJson(page, "/api/invoices", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    issueDate: "2026-01-05",
    dueDate: "2026-01-19",
    jobDescription: "New tap",
    notes: "",
    items: [{ id: "a", name: "Tap", quantity: "1", price: "480" }],
  });
  await postJson(page, `/api/invoices/${id}/send`, { via: "link" });
  await postJson(page, `/api/invoices/${id}/payments`, { amount: "120.50", method: "cash", date: today });
  await postJson(page, "/api/expenses", { date: today, category: "costOfGoods", amount: "43.20" });
  await page.goto("/dashboard");
  // Under the bars every month is labelled, or every second or third: the spacing is always regular.
  const under = page.locator(".recharts-xAxis .recharts-cartesian-axis-tick");
  for (const width of [320, screen.width]) {
    await page.setViewportSize({ ...screen, width });
    await expect
      .poll(() => under.evaluateAll(measureSpread), `the gaps between the months at ${width} px`)
      .toBeLessThanOrEqual(2);
    expect(await under.count()).toBeGreaterThanOrEqual(4);
  }
  const heading = page.getByRole("heading", { name: "Needs you now" });
  const needs = page.locator("section").filter({ has: heading });
  await needs.getByRole("link", { name: /1 overdue invoice to chase.*£359\.50/s }).waitFor();
  await needs.getByRole("link", { name: /1 quote to finish/ }).waitFor();
  await expect(needs.getByRole("listitem")).toHaveCount(2);
  await page.getByText("£120.50 came in and £43.20 went out.").waitFor();
  await page.locator(".recharts-bar-rectangle path").first().waitFor();
  await page.getByRole("button", { name: "Show as a table" }).click();
  const rows = page.getByRole("table", { name: "Money month by month" }).getByRole("row");
  await expect(rows).toHaveCount(13);
  await expect(rows.nth(1), "this month is the first row").toHaveText(/£120\.50£43\.20$/);
  await expect(rows.nth(2)).toHaveText(/£0\.00£0\.00$/);
  await expectSoundLayout(page, "the first screen with its table");
  await page.getByRole("heading", { name: "What happened" }).waitFor();
  await needs.getByRole("link", { name: /overdue/ }).click();
  await page.waitForURL("**/invoices?status=overdue");
});

/**
 * In the page: by how many pixels the gaps between these labels differ; a large number where there are fewer
 * than two gaps.
 */
function measureSpread(labels: Element[]): number {
  const middles = labels.map((label) => {
    const { left, width } = label.getBoundingClientRect();
    return left + width / 2;
  });
  const gaps = middles.slice(1).map((middle, at) => middle - (middles[at] ?? 0));
  return gaps.length === 0 ? 1000 : Math.max(...gaps) - Math.min(...gaps);
}
