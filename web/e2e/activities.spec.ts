// The activities: who did what and when, updated live, filtered, and linked to their subjects.
import { buildPublicPath } from "./support/customer.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { createSentQuote, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("the activities show what happened, can be filtered, and link to each record", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  const quote = await createSentQuote(page, who);
  const item = await postJson(page, "/api/items", { name: "Boiler service", price: "80" });
  await page.goto("/dashboard");
  if (size === "phone") await page.getByRole("link", { name: "More" }).click();
  await page.getByRole("link", { name: "Activities" }).click();
  await page.getByRole("heading", { name: "Today" }).waitFor();
  const row = (words: string) => page.getByRole("link", { name: words });
  await row(`You shared the link to quote ${quote.quoteNumber}`).waitFor();
  await row("You added the contact Margaret Holroyd").waitFor();
  await expectSoundLayout(page, "the activities");

  // A customer's action appears live.
  await postJson(page, buildPublicPath("quote", quote, "decline"), { reason: "Too dear" });
  await row(`Margaret Holroyd declined quote ${quote.quoteNumber}: Too dear`).waitFor();

  await page.getByLabel("Who").selectOption("Your customers");
  await row("You added the item Boiler service").waitFor({ state: "detached" });
  await expect(page.getByRole("list").getByRole("link", { name: quote.quoteNumber })).toHaveCount(1);
  await page.getByLabel("What").selectOption("Items");
  await page.getByText("Nothing like this").waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();
  await row("You added the item Boiler service").click();
  await page.waitForURL(`**/items/edit/${item.id}`);

  // 'Back' restores the filter.
  await page.goto("/activities?about=contact");
  await row("You added the contact Margaret Holroyd").click();
  await page.waitForURL(/\/contacts\//);
  await page.goBack();
  await row("You added the contact Margaret Holroyd").waitFor();
  await expect(page.getByLabel("What")).toHaveValue("contact");
  await expect(row("You added the item Boiler service")).toHaveCount(0);
});
