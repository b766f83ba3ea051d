// The customer's side: haste, two minds, old links, and text that means mischief.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { acceptAs, deafen } from "./support/customer.mjs";
import { arrive, sentQuote, settle, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage();

/** A sent quote, and a customer with its link. */
async function shared(t, name) {
  const plumber = await office();
  const customer = await enter(PHONE);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const quote = await sentQuote(plumber.page, await settle(plumber.page));
  return { plumber, customer, quote };
}

test("a double click accepts once", async (t) => {
  const { plumber, customer, quote } = await shared(t, "double");
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByRole("button", { name: "Accept Quote" }).dblclick();
  const sheet = customer.page.getByRole("dialog", { name: /^Accept Quote/ });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await sheet.getByRole("button", { name: "Accept Quote" }).dblclick();
  await customer.page.getByText("Accepted", { exact: true }).first().waitFor();
  assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "accepted");
  await customer.leave();
});

test("of two who decide differently one wins, and the other is told", async (t) => {
  const { plumber, customer, quote } = await shared(t, "two");
  const partner = await enter(DESKTOP);
  t.after(() => partner.close());
  // The page logs a refused decline, as the specification says.
  partner.expectErrors(/409|Failed to decline quote/);
  await deafen(partner.page);
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
  assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "accepted");
  await customer.leave();
  await partner.leave();
});

test("looking at a link changes nothing, and a wrong one says so", async (t) => {
  const { plumber, customer, quote } = await shared(t, "links");
  customer.expectErrors(/404/);
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByRole("button", { name: "Accept Quote" }).waitFor();
  assert.equal((await read(plumber.page, `/api/quotes/${quote.id}`)).status, "sent");

  await customer.page.goto("/q/nothing-here");
  await customer.page.getByRole("heading", { name: "Quote Not Found" }).waitFor();
  await sound(customer.page, "the not-found page");
  await customer.page.goto("/i/nothing-here");
  await customer.page.getByRole("heading", { name: "Invoice Not Found" }).waitFor();
  await customer.leave();
});

test("text that is markup stays text", async (t) => {
  const { plumber, customer } = await shared(t, "markup");
  const mischief = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const contact = await write(plumber.page, "/api/contacts", { name: mischief });
  const profile = await write(plumber.page, "/api/business-profiles", { name: `Pipe ${mischief}` });
  const quote = await sentQuote(plumber.page, { profile, contact });
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByText(mischief).first().waitFor();
  assert.doesNotMatch(await customer.page.title(), /^[12]$/);
  await customer.leave();
});
