// Typing into long documents and into lists: rows that collapse, focus that stays, and no lost characters.
import { PHONE } from "./support/browser.ts";
import { createDraftQuote, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("sixty lines are collapsed to one row each until they are opened", async ({ plumber }) => {
  const { page, who } = await plumber(PHONE);
  const { id } = await postJson(page, "/api/quotes", {
    businessProfileId: who.profile.id,
    contactId: who.contact.id,
    tax: "20",
    items: Array.from({ length: 60 }, (_, at) => ({
      id: `line-${at}`,
      name: `Copper pipe ${at}`,
      quantity: String(1 + (at % 7)),
      price: `${at}.25`,
      description: at % 5 === 0 ? "Cut to length and cleaned" : "",
    })),
  });
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: /^Edit line 50: / }).click();
  const rows = page.getByRole("button", { name: /^Edit line / });
  await expect(rows).toHaveCount(59);
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => row.closest("li")?.getBoundingClientRect().height ?? Number.NaN),
  );
  expect(Math.max(...heights), "the highest row").toBeLessThanOrEqual(72);

  const row = page.getByRole("button", { name: /^Edit line 3: / });
  await expect(row).toHaveText("Edit line 3: Copper pipe 23 × £2.25£6.75");
  await row.press("Enter");
  const name = page.getByLabel("Line 3 description", { exact: true });
  await expect(name).toBeFocused();
  await page.getByLabel("Line 3 details", { exact: true }).fill("Under the floor");
  await page.getByRole("button", { name: "More for line 3", exact: true }).click();
  await page.getByRole("menuitem", { name: "Close line" }).click();
  await page.getByRole("button", { name: /^Edit line 3: .*Under the floor/ }).waitFor();
  await expect(name).toHaveCount(0);

  // A menu is rendered when it is first opened: a key opens it at its first entry, and closing it returns the
  // focus.
  const more = page.getByRole("button", { name: "More for line 9", exact: true });
  for (const key of ["Enter", "ArrowDown"]) {
    await more.press(key);
    await expect(page.getByRole("menuitem", { name: "Add labour" })).toBeFocused();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect(more).toBeFocused();
  }
  // Enter moves to the next line, which expands.
  await row.press("Enter");
  await name.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Line 4 description", { exact: true })).toBeFocused();
});

test("a list's search keeps every letter, typed slowly or fast on a slow phone", async ({ plumber }) => {
  const { context, page, who } = await plumber(PHONE);
  for (let count = 0; count < 12; count += 1) await createDraftQuote(page, who);
  await page.goto("/quotes");
  const quotes = page.getByRole("link", { name: /Holroyd/ });
  await quotes.first().waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });

  const search = page.getByRole("searchbox", { name: "Search quotes" });
  const typed = "margaret holroyd";
  for (const pause of [80, 15]) {
    await search.pressSequentially(typed, { delay: pause });
    await expect(search, `${pause} ms a key`).toHaveValue(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(typed);
    await expect(search, `${pause} ms a key`).toHaveValue(typed);
    await page.getByRole("button", { name: "Clear search", exact: true }).first().click();
    await quotes.first().waitFor();
    await expect(search).toHaveValue("");
  }
  // The search in the address is applied.
  await page.goto("/quotes?q=Margaret");
  await expect(search).toHaveValue("Margaret");
});
