// The customer's side: a double click, two people who disagree, wrong links, and text that looks like markup.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { acceptAs, deafen } from "./support/customer.ts";
import { sound } from "./support/layout.ts";
import { read, sentQuote, settle, write } from "./support/seed.ts";
import { expect, type Flow, test } from "./support/test.ts";

/** A sent quote, and a customer with its link. */
async function shared(office: Flow["office"], enter: Flow["enter"]) {
  const plumber = await office();
  const customer = await enter(PHONE);
  const quote = await sentQuote(plumber.page, await settle(plumber.page));
  return { plumber, customer, quote };
}

test("a double click accepts once", async ({ office, enter }) => {
  const { plumber, customer, quote } = await shared(office, enter);
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByRole("button", { name: "Accept Quote" }).dblclick();
  const sheet = customer.page.getByRole("dialog", { name: /^Accept Quote/ });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await sheet.getByRole("button", { name: "Accept Quote" }).dblclick();
  await customer.page.getByText("Accepted", { exact: true }).first().waitFor();
  expect((await read(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("accepted");
});

test("when two people decide differently the first wins, and the other sees that", async ({
  office,
  enter,
}) => {
  const { plumber, customer, quote } = await shared(office, enter);
  const partner = await enter(DESKTOP);
  // The page logs that its decline was refused.
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
  expect((await read(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("accepted");
});

test("opening a link changes nothing, and a wrong link says so", async ({ office, enter }) => {
  const { plumber, customer, quote } = await shared(office, enter);
  customer.expectErrors(/404/);
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByRole("button", { name: "Accept Quote" }).waitFor();
  expect((await read(plumber.page, `/api/quotes/${quote.id}`)).status).toBe("sent");

  await customer.page.goto("/q/nothing-here");
  await customer.page.getByRole("heading", { name: "Quote Not Found" }).waitFor();
  await sound(customer.page, "the not-found page");
  await customer.page.goto("/i/nothing-here");
  await customer.page.getByRole("heading", { name: "Invoice Not Found" }).waitFor();
});

test("text that is markup stays text", async ({ office, enter }) => {
  const { plumber, customer } = await shared(office, enter);
  const mischief = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const contact = await write(plumber.page, "/api/contacts", { name: mischief });
  const profile = await write(plumber.page, "/api/business-profiles", { name: `Pipe ${mischief}` });
  const quote = await sentQuote(plumber.page, { profile, contact });
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByText(mischief).first().waitFor();
  expect(await customer.page.title()).not.toMatch(/^[12]$/);
});
