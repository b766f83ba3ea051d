// Recurring invoices: from 'Repeat this invoice' to what is made of it, with the clock moved on.
import assert from "node:assert/strict";
import test from "node:test";
import { logIn } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, launch, PHONE, person, sound } from "./support/browser.mjs";
import { day } from "./support/invoices.mjs";
import { mailed } from "./support/mail.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, plumber, REGISTERED, settle, write } from "./support/seed.mjs";
import { removeData, startServer } from "./support/server.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

/** '4 Dec 2026', as the app writes a day. */
function long(date) {
  const [year, month, number] = date.split("-").map(Number);
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];
  return `${number} ${months[month - 1]} ${year}`;
}

/** An invoice of a day, with its VAT: £48.00. */
function invoiceOf({ profile, contact }, issueDate, dueDate) {
  return {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate,
    dueDate,
    jobDescription: "Boiler cover for {month} {year}",
    notes: "",
    tax: "20",
    items: [{ id: "a", name: "Cover, {month}", description: "", quantity: "1", price: "40.00" }],
  };
}

/** How many minutes ahead the clock stands at five past eight in London on a day. */
function minutesTo(date) {
  const wall = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", hour: "2-digit", hourCycle: "h23" });
  const at = ["07:05", "08:05"]
    .map((time) => Date.parse(`${date}T${time}:00Z`))
    .find((instant) => wall.format(instant) === "08");
  return String(Math.ceil((at - Date.now()) / 60_000));
}

for (const [size, viewport] of SIZES) {
  test(`an invoice is repeated, changed, paused, skipped and deleted (${size})`, async (t) => {
    const { page, who, expectErrors } = await plumber(place, t, `again-${size}`, viewport, REGISTERED);
    expectErrors(/422/);
    await page.goto("/recurring");
    await page.getByRole("heading", { name: "No recurring invoices yet" }).waitFor();
    await sound(page, "no recurring invoices");
    await picture(page, `recurring-empty-${size}`);

    const { id } = await write(page, "/api/invoices", invoiceOf(who, day(0), day(10)));
    await page.goto(`/invoices/${id}`);
    await page.getByRole("button", { name: "More for this draft invoice" }).click();
    await page.getByRole("menuitem", { name: "Repeat this invoice" }).click();
    await page.getByRole("heading", { name: "New recurring invoice" }).waitFor();
    assert.equal(await page.getByLabel("First day").inputValue(), day(0));
    assert.equal(await page.getByLabel("Due after").inputValue(), "10");
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByLabel("How often").selectOption({ label: "Every week" });
    const next = page.getByRole("region", { name: "Next invoices" });
    // The invoice of today is written already.
    await next.getByText(long(day(7)), { exact: true }).waitFor();
    assert.equal(await next.getByText(long(day(0)), { exact: true }).count(), 0);
    await page.getByRole("radio", { name: "After so many" }).click();
    await page.getByLabel("How many invoices").fill("4");
    await next.getByText(`3 invoices to come, the last on ${long(day(21))}.`).waitFor();
    await page.getByRole("radio", { name: "Send it" }).click();
    await page.getByText("goes to margaret@example.com by email", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Save recurring invoice" }).click();
    await page.getByText("Give it a name that you will know it by, such as Boiler cover.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Boiler cover");
    await sound(page, "the form of a recurring invoice");
    await picture(page, `recurring-form-${size}`);
    await page.getByRole("button", { name: "Save recurring invoice" }).click();

    await page.getByRole("heading", { name: "Boiler cover", level: 1 }).waitFor();
    await page.getByText("None yet.", { exact: false }).waitFor();
    await sound(page, "a recurring invoice");
    await picture(page, `recurring-${size}`);
    const [listed] = await read(page, "/api/recurring");
    assert.deepEqual(
      [listed.totalAmount, listed.nextDay, listed.makes, listed.contactName],
      ["48.00", day(7), "sent", "Margaret Holroyd"],
    );

    // The figures of the form are core's, and stand on the server after it is saved.
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Line 1 price").fill("45");
    if (size === "desktop") {
      await page.getByRole("complementary", { name: "Totals" }).getByText("£54.00").waitFor();
    } else {
      await page.getByRole("button", { name: /Show how it adds up/ }).getByText("£54.00").waitFor();
    }
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes were saved", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Summary" }).getByText("£54.00").waitFor();

    const more = page.getByRole("button", { name: "More for Boiler cover" });
    await more.click();
    await page.getByRole("menuitem", { name: "Skip the next one" }).click();
    await page.getByRole("button", { name: "Skip it" }).click();
    await page.getByText(`Skipped: the next is on ${long(day(14))}`, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await page.goto("/recurring");
    const list = page.getByRole(size === "phone" ? "list" : "table", { name: "Recurring invoices" });
    await list.getByText("Paused").waitFor();
    await write(page, "/api/recurring", {
      ...{ ...invoiceOf(who), issueDate: undefined, dueDate: undefined },
      name: "Gutters, both houses",
      jobDescription: "Clear and rinse them, front and back",
      firstDay: day(40),
      repeat: "yearly",
      daysDue: 30,
      makes: "draft",
    });
    await page.reload();
    await list.getByText("Gutters, both houses").waitFor();
    await sound(page, "the recurring invoices");
    await picture(page, `recurring-list-${size}`);
    await page.getByLabel("Search recurring invoices").fill("boil");
    await list.getByText("Gutters, both houses").waitFor({ state: "detached" });
    await list.getByRole("link", { name: /Boiler cover/ }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText(`Resumed: the next is on ${long(day(14))}`, { exact: true }).waitFor();

    // Its customer is not deleted under it.
    const refused = await page.request.delete(`/api/contacts/${who.contact.id}`);
    assert.equal(refused.status(), 409);
    await more.click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Boiler cover was deleted", { exact: true }).waitFor();
    assert.deepEqual(
      (await read(page, "/api/recurring")).map(({ name }) => name),
      ["Gutters, both houses"],
    );
  });
}

for (const [size, viewport] of SIZES) {
  test(`its day comes and it is sent; after a time without a server it is drafts (${size})`, async (t) => {
    const email = `later-${size}@example.com`;
    const first = await startServer({ keep: true });
    const { data } = first;
    t.after(() => removeData(data));
    const browser = await launch();
    t.after(() => browser.close());
    const ada = await person(browser, first, viewport);
    await arrive(ada.page, first, email);
    const who = await settle(ada.page, REGISTERED);
    const made = await write(ada.page, "/api/recurring", {
      ...{ ...invoiceOf(who), issueDate: undefined, dueDate: undefined },
      name: "Boiler cover",
      firstDay: day(3),
      repeat: "weekly",
      daysDue: 14,
      makes: "sent",
    });
    await ada.close();
    await first.stop();

    // Five past eight on its day.
    const onTheDay = await startServer({
      keep: true,
      data,
      settings: { PLUMBLINE_CLOCK_AHEAD: minutesTo(day(3)) },
    });
    const then = await person(browser, onTheDay, viewport);
    const { page } = then;
    await mailed(onTheDay, "margaret@example.com", /Invoice INV-0001/);
    await page.goto(`/login`);
    await logIn(page, email);
    await page.goto(`/recurring/${made.id}`);
    await page.getByRole("link", { name: "INV-0001" }).click();
    await page.getByRole("heading", { name: "Invoice INV-0001" }).waitFor();
    await page.getByText("Made by itself: Boiler cover").waitFor();
    await page.getByText("By email, by itself").waitFor();
    await sound(page, "an invoice that was made by itself");
    await picture(page, `recurring-sent-${size}`);
    await page.goto("/notifications");
    await page.getByText("Invoice INV-0001 was sent to Margaret Holroyd by itself: £48.00").waitFor();
    await then.close();
    await onTheDay.stop();

    // Nobody ran a server for three weeks.
    const late = await startServer({
      data,
      keep: true,
      settings: { PLUMBLINE_CLOCK_AHEAD: minutesTo(day(25)) },
    });
    const now = await person(browser, late, viewport);
    t.after(async () => {
      await now.close();
      await late.stop();
    });
    await now.page.goto("/login");
    await logIn(now.page, email);
    const told = now.page.getByRole("link", { name: /3 recurring invoices were not sent/ });
    await told.waitFor({ timeout: 30_000 });
    await picture(now.page, `recurring-home-${size}`);
    await told.click();
    await now.page.waitForURL("**/recurring");
    const list = now.page.getByRole(size === "phone" ? "list" : "table", { name: "Recurring invoices" });
    await list.getByRole("link", { name: /Boiler cover/ }).click();
    await now.page.getByText("Made late, so it was not sent.").first().waitFor();
    assert.equal(await now.page.getByText("Made late, so it was not sent.").count(), 3);
    await sound(now.page, "invoices that were made late");
    await picture(now.page, `recurring-made-${size}`);
    await now.page.getByRole("link", { name: "Draft invoice" }).first().click();
    await now.page.getByText("It was made late", { exact: true }).waitFor();
    await picture(now.page, `recurring-late-${size}`);
    const { data: invoices } = await read(now.page, "/api/invoices?sort=issueDate");
    assert.deepEqual(
      invoices.map(({ issueDate, status }) => [issueDate, status]),
      [
        [day(3), "sent"],
        [day(10), "draft"],
        [day(17), "draft"],
        [day(24), "draft"],
      ],
    );
  });
}
