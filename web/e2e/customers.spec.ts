// The customer's side: two people in one household who disagree.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { acceptAs, blockLiveUpdates } from "./support/customer.ts";
import { createParties, createSentQuote, getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("when two people decide differently the first wins, and the other sees that", async ({
  office,
  enter,
}) => {
  const plumber = await office();
  const customer = await enter(PHONE);
  const quote = await createSentQuote(plumber.page, await createParties(plumber.page));
  const partner = await enter(DESKTOP);
  // The page logs that the decline was refused.
  partner.expectErrors(/409|Failed to decline quote/);
  await blockLiveUpdates(partner.page);
  await customer.page.goto(quote.publicUrl);
  await partner.page.goto(quote.publicUrl);
  await partner.page.getByRole("button", { name: "Decline Quote" }).click();
  const sure = partner.page.getByRole("dialog", { name: /^Decline/ });
  await sure.waitFor();

  await acceptAs(customer.page, "Margaret Holroyd");
  await customer.page.getByText("Accepted", { exact: true }).first().waitFor();
  await sure.getByRole("button", { name: "Decline Quote" }).click();
  await partner.page.getByText("Accepted", { exact: true }).first().waitFor();
  await partner.page.getByText("This quote has already been accepted").waitFor();
  expect((await getJson(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("accepted");
});
