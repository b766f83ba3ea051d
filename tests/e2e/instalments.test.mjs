// Instalments from the business's tap to the customer's page and back: agreed, sent, the first paid, and both sides say so.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, day, shortDay, TEMPLATES } from "./support/customer.mjs";
import { textOf } from "./support/pdf.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

/** A business with a draft invoice over £120.00 that is due today. */
async function begin(t, name, viewport) {
  const plumber = await enter(viewport);
  const customer = await enter(viewport);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await plumber.page.addInitScript(() => {
    sessionStorage.setItem("skipPinSetup", "true");
    localStorage.setItem("skipPinSetup", "true");
  });
  await arrive(plumber.page, server(), `${name}@example.com`);
  const { profile, contact } = await business(plumber.page);
  const draft = await write(plumber.page, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: day(0),
    dueDate: day(0),
    jobDescription: "New boiler in the airing cupboard",
    items: [{ id: "boiler", name: "Combi boiler 30 kW", quantity: "1", price: "100" }],
    tax: "20",
  });
  return { plumber, customer, page: plumber.page, draft };
}

for (const [size, viewport] of [
  ["phone", PHONE],
  ["desktop", DESKTOP],
]) {
  test(`on a ${size}, instalments are agreed, sent, and the first is paid`, async (t) => {
    const { plumber, customer, page, draft } = await begin(t, `plan-${size}`, viewport);
    await page.goto(`/invoices/${draft.id}`);
    await page.getByRole("heading", { name: "Draft invoice" }).waitFor();
    await page.getByRole("button", { name: "Agree instalments" }).click();
    const dialog = page.getByRole("dialog", { name: "Agree instalments" });
    // Three equal ones, a month apart, to begin with.
    const amounts = dialog.getByLabel(/^Amount of instalment/);
    await amounts.nth(2).waitFor();
    assert.equal(await amounts.count(), 3);
    assert.equal(await amounts.first().inputValue(), "40.00");
    await sound(page, `the dialog on a ${size}`);
    await picture(page, `instalments-dialog-${size}`);
    await dialog.getByLabel("How many").fill("37");
    await dialog.getByText("Enter 2 to 36 instalments.").waitFor();
    await dialog.getByLabel("How many").fill("4");
    await dialog.getByLabel("First one").fill("50");
    await dialog.getByText("Weekly", { exact: true }).click();
    await dialog.getByText("Exactly what the invoice asks for.").waitFor();
    assert.equal(await amounts.count(), 4);
    assert.equal(await amounts.nth(1).inputValue(), "23.34");
    // A penny missed is said while it is typed, and cannot be agreed.
    await amounts.nth(3).fill("23.32");
    await dialog.getByText("£0.01 left over: the invoice asks for £120.00.").waitFor();
    const deed = dialog.getByRole("button", { name: "Agree instalments" });
    assert.equal(await deed.isDisabled(), true);
    await sound(page, `a penny left over on a ${size}`);
    await picture(page, `instalments-left-over-${size}`);
    await amounts.nth(3).fill("23.33");
    await dialog.getByText("Exactly what the invoice asks for.").waitFor();
    await deed.click();
    await dialog.waitFor({ state: "detached" });
    const plan = page.getByRole("list", { name: "Instalments" });
    await plan.getByText("1 of 4").waitFor();
    await page.getByText("Instalments agreed").first().waitFor();

    const sent = await write(page, `/api/invoices/${draft.id}/send`, { via: "link" });
    await page.goto(`/invoices/${draft.id}`);
    await page.getByRole("heading", { name: "Invoice INV-0001" }).waitFor();
    await page.getByText("£50.00 is due by now").waitFor();
    await sound(page, `the invoice on a ${size}`);
    await picture(page, `instalments-invoice-${size}`);

    const there = customer.page;
    await there.goto(sent.publicUrl);
    await there.getByText("£50.00 of it is due now").waitFor();
    const paper = there.getByRole("article");
    await paper.getByRole("heading", { name: "Instalments" }).waitFor();
    await paper.getByText(shortDay(day(7))).waitFor();
    await sound(there, `the customer's page on a ${size}`);
    await picture(there, `instalments-public-${size}`);
    await there.getByRole("radio", { name: "Bank transfer" }).check();
    // All of it may be paid instead.
    await there.getByText("All £120.00").click();
    await there.getByRole("heading", { name: "Pay £120.00" }).waitFor();
    await there.getByText("£50.00 now").click();
    await there.getByRole("heading", { name: "Pay £50.00" }).waitFor();
    await sound(there, `the ways to pay on a ${size}`);
    await picture(there, `instalments-pay-${size}`);
    await there.getByRole("button", { name: "I have made the transfer" }).click();
    await there.getByText(/^Payment recorded and awaiting confirmation/).first().waitFor();

    // The business hears of it while it looks, and confirms it.
    await page.getByRole("button", { name: /^Confirm/ }).first().click();
    await plan.getByText("Paid", { exact: true }).waitFor();
    await there.getByText(`£23.34 of it is due by ${shortDay(day(7))}`).waitFor();
    await paper.getByText("Paid", { exact: true }).first().waitFor();
    await picture(page, `instalments-paid-${size}`);
    await picture(there, `instalments-public-paid-${size}`);
    const now = await read(page, `/api/invoices/${draft.id}`);
    assert.deepEqual(
      now.instalmentStanding.parts.map(({ state }) => state),
      ["paid", "later", "later", "later"],
    );

    const pdf = await fetch(`${sent.publicUrl}.pdf`);
    const [text] = textOf(Buffer.from(await pdf.arrayBuffer()));
    assert.match(text, /Instalments/);
    assert.match(text, /1 of 4/);
    assert.match(text, /£23\.34/);

    // Taken away, and brought back, though the page hears of it before it is answered.
    await page.route(
      "**/instalments",
      async (route) => {
        const response = await route.fetch();
        await plan.waitFor({ state: "detached" });
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Take away" }).click();
    // The toast of the payment that was confirmed may still be there, with an 'Undo' of its own.
    const notices = page.getByRole("region", { name: /Notifications/ });
    await notices.getByText("Instalments taken away").waitFor();
    await notices.getByRole("button", { name: "Undo" }).click();
    await plan.getByText("2 of 4").waitFor();
    await plumber.leave();
    await customer.leave();
  });
}

test("every template shows the plan on its paper", async (t) => {
  const { plumber, customer, page, draft } = await begin(t, "plan-templates", DESKTOP);
  const instalments = [0, 30, 61].map((away) => ({ date: day(away), amount: "40.00" }));
  const folder = process.env.PLUMBLINE_PICTURES;
  const { writeFileSync } = await import("node:fs");
  for (const template of TEMPLATES) {
    const { id: _, ...body } = draft;
    const made = await write(page, "/api/invoices", {
      businessProfileId: body.businessProfileId,
      contactId: body.contactId,
      issueDate: day(0),
      dueDate: day(0),
      jobDescription: "New boiler in the airing cupboard",
      items: [{ id: "boiler", name: "Combi boiler 30 kW", quantity: "1", price: "100" }],
      tax: "20",
      template,
    });
    const put = await page.request.put(`/api/invoices/${made.id}/instalments`, {
      data: { version: made.version, instalments },
      headers: { origin: server().url, "sec-fetch-site": "same-origin" },
    });
    assert.equal(put.status(), 200, await put.text());
    const sent = await write(page, `/api/invoices/${made.id}/send`, { via: "link" });
    const pdf = Buffer.from(await (await fetch(`${sent.publicUrl}.pdf`)).arrayBuffer());
    assert.match(textOf(pdf)[0], /1 of 3/);
    if (folder) writeFileSync(`${folder}/plan-${template}.pdf`, pdf);
    await customer.page.goto(sent.publicUrl);
    await customer.page.getByRole("heading", { name: "Instalments" }).waitFor();
    await picture(customer.page, `instalments-template-${template}`);
  }
  await plumber.leave();
  await customer.leave();
});
