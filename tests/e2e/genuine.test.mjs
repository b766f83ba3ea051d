// Is this invoice genuine: the code on the customer's page, the page that it opens, and new bank details that wait.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, sent } from "./support/customer.mjs";
import { picture } from "./support/picture.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage();

async function billed(t, name, viewport) {
  const plumber = await office();
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), `${name}@example.com`);
  const parties = await business(plumber.page);
  const document = await sent(plumber.page, "invoice", parties);
  return { plumber, customer, document, parties };
}

/** The page that the code on the customer's page opens. */
async function opened(page, document) {
  await page.goto(document.publicUrl);
  const code = page.getByRole("region", { name: "Is this invoice genuine?" });
  await code.getByRole("img", { name: /^QR code: scan to ask/ }).waitFor();
  const groups = await code.locator(".paper-genuine-code").textContent();
  await code.getByRole("link").click();
  await page.waitForURL("**/check/*");
  assert.equal(new URL(page.url()).pathname, `/check/${groups.replaceAll(" ", "")}`);
  return groups;
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a customer compares an invoice with what the server knows (${size})`, async (t) => {
    const { customer, document } = await billed(t, `genuine-${size}`, viewport);
    const { page } = customer;
    const groups = await opened(page, document);
    await page.getByRole("heading", { name: "Invoice INV-0001 from Pipe & Daughters" }).waitFor();
    await page
      .getByText("Recalculated on this device: £1,549.03 — the same as the invoice.", { exact: true })
      .waitFor();
    for (const known of ["31926819", "60-16-13", "£1,549.03", new URL(server().url).host]) {
      assert.ok(await page.getByText(known, { exact: true }).count(), known);
    }
    const said = await page.locator("body").innerText();
    for (const theirs of ["Margaret", "Otley", "boiler", "Copper"]) assert.ok(!said.includes(theirs), theirs);
    await sound(page, "the page that says what to compare");
    await picture(page, `genuine-${size}`);

    // Typed by hand, as it stands on paper.
    await page.goto("/check");
    await page.getByLabel("Code").fill(groups.toLowerCase());
    await sound(page, "the page that asks for the code");
    await picture(page, `genuine-asked-${size}`);
    await page.getByRole("button", { name: "Check the invoice" }).click();
    await page.getByRole("heading", { name: "Invoice INV-0001 from Pipe & Daughters" }).waitFor();

    // Or pasted, whole, as a camera hands it over.
    await page.goto("/check/");
    await page.getByLabel("Code").fill(new URL(`/check/${groups.replaceAll(" ", "")}`, server().url).href);
    await page.getByRole("button", { name: "Check the invoice" }).click();
    await page.getByRole("heading", { name: "Invoice INV-0001 from Pipe & Daughters" }).waitFor();

    customer.expectErrors(/404/);
    await page.goto("/check");
    await page.getByLabel("Code").fill(`https://elsewhere.example/check/${groups.replaceAll(" ", "")}`);
    await page.getByRole("button", { name: "Check the invoice" }).click();
    await page.getByRole("heading", { name: "This link leads to another server" }).waitFor();
    await page.goto(`/check/${"7".repeat(42)}`);
    await page.getByRole("heading", { name: "This code is not from this server." }).waitFor();
    // It may be a slip: it can be put right where it is told.
    await page.getByRole("heading", { name: "Typed by hand?" }).waitFor();
    assert.notEqual(await page.getByLabel("Code").inputValue(), "");
    await page.getByText("Do not pay. Call the business on a number you know.").waitFor();
    await sound(page, "a code that is none");
    await picture(page, `genuine-none-${size}`);
    await customer.leave();
  });

  test(`new bank details wait, and are taken back (${size})`, async (t) => {
    const { plumber, customer, document, parties } = await billed(t, `waiting-${size}`, viewport);
    const desk = await plumber.sit();
    const { page } = desk;
    await page.setViewportSize(viewport);
    await page.goto(`/settings/business-profiles/${parties.profile.id}`);
    await page.getByLabel("Account number").fill("12345678");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL("**/settings/business-profiles");
    await page.getByText(/^Open invoices show the new bank details from \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/).waitFor();
    await page.goto(`/settings/business-profiles/${parties.profile.id}`);
    await page.getByText("Your customers do not see your new details yet").waitFor();
    await page
      .getByText(/^Bank details: From \d\d\/\d\d\/\d{4} \d\d:\d\d\. Until then your customers see .*31926819\.$/)
      .waitFor();
    await sound(page, "details that wait");
    await picture(page, `genuine-waits-${size}`);

    await customer.page.goto(document.publicUrl);
    await customer.page.getByText(/^These bank details hold until \d\d\/\d\d\/\d{4} \d\d:\d\d\./).waitFor();
    await customer.page.getByRole("radio", { name: "Bank transfer" }).check();
    assert.equal(await customer.page.getByText("12345678", { exact: true }).count(), 0);
    await sound(customer.page, "the details that hold");
    await picture(customer.page, `genuine-holds-${size}`);

    // What is typed elsewhere in the form stays while they are taken back.
    await page.getByLabel("Phone").fill("0113 496 0199");
    await page.getByRole("button", { name: "Take it back" }).click();
    await page.getByText("Your customers are paying where they did before", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Account number").inputValue(), "31926819");
    assert.equal(await page.getByLabel("Phone").inputValue(), "0113 496 0199");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL("**/settings/business-profiles");
    const kept = await read(plumber.page, `/api/business-profiles/${parties.profile.id}`);
    assert.deepEqual([kept.accountNumber, kept.phone], ["31926819", "0113 496 0199"]);
    await customer.leave();
  });
}

test("a total that does not come to what the invoice says is an alarm", async (t) => {
  const { customer, document } = await billed(t, "altered", PHONE);
  const { page } = customer;
  await page.route("**/check/*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"total":"1549.03"', '"total":"1550.03"');
    await route.fulfill({ response: answer, body });
  });
  await opened(page, document);
  const alarm = page.getByRole("alert");
  await alarm.waitFor();
  assert.equal(
    await alarm.textContent(),
    "Recalculated on this device: £1,549.03. The invoice says £1,550.03. Do not pay. Call the business on a number you know.",
  );
  await customer.leave();
});

test("without scripts the page is whole, and says what it lacks", async (t) => {
  const { customer, document } = await billed(t, "unscripted", PHONE);
  const { page } = customer;
  await opened(page, document);
  const context = await page.context().browser().newContext({ javaScriptEnabled: false });
  t.after(() => context.close());
  const bare = await context.newPage();
  await bare.goto(page.url());
  await bare.getByRole("heading", { name: "Invoice INV-0001 from Pipe & Daughters" }).waitFor();
  await bare.getByText("31926819", { exact: true }).waitFor();
  await bare.getByText("Turn on JavaScript to have the total worked out again on this device.").waitFor();
  await customer.leave();
});
