// The archives: archived documents are found and restored, and a draft is deleted for good.
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createSentQuote, getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("an archived quote comes back, and a draft is deleted for good", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  const draft = await createDraftQuote(page, who);
  const sent = await createSentQuote(page, who);
  for (const { id } of [draft, sent]) await postJson(page, `/api/quotes/${id}/archive`);
  // All quotes are archived, and the list doesn't say that there are no quotes.
  await page.goto("/quotes");
  await page.getByText("All of your quotes are archived").waitFor();
  await page.getByRole("button", { name: "Show archived quotes" }).click();
  await page.getByText(sent.quoteNumber).filter({ visible: true }).first().waitFor();
  await page.goto("/dashboard");
  if (size === "phone") {
    await page.getByRole("link", { name: "More", exact: true }).click();
    await page.getByRole("link", { name: /^Archives/ }).click();
  } else {
    await page.getByRole("button", { name: "Ada Pipe" }).click();
    await page.getByRole("menuitem", { name: "Archives" }).click();
  }
  await page.getByRole("heading", { name: "Archives", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Quotes 2" }).waitFor();
  await expectSoundLayout(page, "the archives");
  await takePagePicture(page, `archives-${size}`);

  await page.getByRole("button", { name: `More for ${sent.quoteNumber} for Margaret Holroyd` }).click();
  await expect(page.getByRole("menuitem", { name: "Delete for good" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await page.getByText("Quote restored", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Quotes 1" }).waitFor();
  await page.getByRole("button", { name: "More for draft quote for Margaret Holroyd" }).click();
  await page.getByRole("menuitem", { name: "Delete for good" }).click();
  await expectFits(page, "the question before a deletion");
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("No archived quotes").waitFor();
  expect((await getJson(page, "/api/quotes")).total).toBe(1);
  await page.getByRole("button", { name: "Invoices", exact: true }).click();
  await page.getByText("No archived invoices").waitFor();
  expect(page.url()).toMatch(/kind=invoice/);
});
