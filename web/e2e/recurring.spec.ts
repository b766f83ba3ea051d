// Recurring invoices: from 'Repeat this invoice' to the invoices that are made, with a clock moved forward.
import type { Locator, Page } from "@playwright/test";
import { getPreparedData } from "./support/accounts.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { takePagePicture } from "./support/screenshots.ts";
import {
  type ApiClient,
  dayFromToday,
  getJson,
  type Json,
  type Parties,
  postJson,
  REGISTERED,
} from "./support/seed.ts";
import { removeData, type Server, startServer } from "./support/server.ts";
import { test as base, expect, restoreSession, type Size } from "./support/test.ts";

/**
 * A server for this test only, with today's date; with `date` it is replaced by one whose clock starts on
 * that day at five past eight, with the same data.
 */
type At = (date?: string) => Promise<Server>;

const test = base.extend<{ at: At }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures this one needs
  at: async ({}, use) => {
    let server = await startServer({ keep: true, copyOf: getPreparedData() });
    const { data } = server;
    await use(async (date) => {
      if (!date) return server;
      await server.stop();
      const settings = { PLUMBLINE_CLOCK_AHEAD: countMinutesTo(date) };
      server = await startServer({ keep: true, data, settings });
      return server;
    });
    await server.stop();
    await removeData(data);
  },
});

/** Formats a day as the app does: '4 Dec 2026'. */
function formatDay(date: string): string {
  const options = { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(`${date}T00:00:00Z`));
}

/** The fields of both an invoice and a recurring one: £48.00 with VAT. */
const buildFields = ({ profile, contact }: Parties) => ({
  businessProfileId: profile.id,
  contactId: contact.id,
  jobDescription: "Boiler cover for {month} {year}",
  notes: "",
  tax: "20",
  items: [{ id: "a", name: "Cover, {month}", description: "", quantity: "1", price: "40.00" }],
});

/** By how many minutes to move the clock forward to five past eight in London on a day. */
function countMinutesTo(date: string): string {
  const london = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/London",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const [summer, winter] = [`${date}T07:05:00Z`, `${date}T08:05:00Z`].map(Date.parse);
  const eight = [summer, winter].find((instant) => london.format(instant) === "08");
  if (eight === undefined) throw new Error(`eight o'clock is not on ${date}`);
  return String(Math.ceil((eight - Date.now()) / 60_000));
}

/** The list of recurring invoices, which is a table on a desktop. */
const readRecurring = (page: Page, size: Size): Locator =>
  page.getByRole(size === "phone" ? "list" : "table", { name: "Recurring invoices" });

test("a recurring invoice is created, changed, paused, skipped and deleted", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who, expectErrors } = await plumber(undefined, REGISTERED);
  expectErrors(/422/);
  await page.goto("/recurring");
  await page.getByRole("heading", { name: "No recurring invoices yet" }).waitFor();
  await takePagePicture(page, `recurring-empty-${size}`);

  const { id } = await postJson(page, "/api/invoices", {
    ...buildFields(who),
    issueDate: dayFromToday(0),
    dueDate: dayFromToday(14),
  });
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: "More for this draft invoice" }).click();
  await page.getByRole("menuitem", { name: "Repeat this invoice" }).click();
  await page.getByRole("heading", { name: "New recurring invoice" }).waitFor();
  await expect(page.getByLabel("First date")).toHaveValue(dayFromToday(0));
  await expect(page.getByLabel("Payment due")).toHaveValue("14d");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByLabel("How often").selectOption({ label: "Every week" });
  const next = page.getByRole("region", { name: "Next invoices" });
  // Today's invoice exists already.
  await next.getByText(formatDay(dayFromToday(7)), { exact: true }).waitFor();
  await expect(next.getByText(formatDay(dayFromToday(0)), { exact: true })).toHaveCount(0);
  await page.getByRole("radio", { name: "After a number" }).click();
  await page.getByLabel("How many invoices").fill("4");
  await next.getByText(`3 invoices to come, the last on ${formatDay(dayFromToday(21))}.`).waitFor();
  await page.getByRole("radio", { name: "Send it" }).click();
  await page.getByText("goes to margaret@example.com by email", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Save recurring invoice" }).click();
  await page.getByText("Give it a name you’ll recognise, such as Boiler cover.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Boiler cover");
  await expectSoundLayout(page, "the form of a recurring invoice");
  await takePagePicture(page, `recurring-form-${size}`);
  await page.getByRole("button", { name: "Save recurring invoice" }).click();

  await page.getByRole("heading", { name: "Boiler cover", level: 1 }).waitFor();
  await page.getByText("None yet.", { exact: false }).waitFor();
  await takePagePicture(page, `recurring-${size}`);
  const [listed] = await getJson(page, "/api/recurring");
  expect([listed.totalAmount, listed.nextDay, listed.makes, listed.contactName]).toEqual([
    "48.00",
    dayFromToday(7),
    "sent",
    "Margaret Holroyd",
  ]);

  // The form calculates the totals, and the server has the same after it is saved.
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Line 1 price").fill("45");
  if (size === "desktop") {
    await page.getByRole("complementary", { name: "Totals" }).getByText("£54.00").waitFor();
  } else {
    await page
      .getByRole("button", { name: /Show how it adds up/ })
      .getByText("£54.00")
      .waitFor();
  }
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your changes were saved", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Summary" }).getByText("£54.00").waitFor();

  const more = page.getByRole("button", { name: "More for Boiler cover" });
  await more.click();
  await page.getByRole("menuitem", { name: "Skip the next one" }).click();
  await page.getByRole("button", { name: "Skip it" }).click();
  await page.getByText(`Skipped: the next is on ${formatDay(dayFromToday(14))}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.goto("/recurring");
  const list = readRecurring(page, size);
  await list.getByText("Paused").waitFor();
  await postJson(page, "/api/recurring", {
    ...buildFields(who),
    name: "Gutters, both houses",
    jobDescription: "Clear and rinse them, front and back",
    firstDay: dayFromToday(40),
    repeat: "yearly",
    daysDue: 30,
    makes: "draft",
  });
  await page.reload();
  await list.getByText("Gutters, both houses").waitFor();
  await expectSoundLayout(page, "the recurring invoices");
  await takePagePicture(page, `recurring-list-${size}`);
  await page.getByLabel("Search recurring invoices").fill("boil");
  await list.getByText("Gutters, both houses").waitFor({ state: "detached" });
  await list.getByRole("link", { name: /Boiler cover/ }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText(`Resumed: the next is on ${formatDay(dayFromToday(14))}`, { exact: true }).waitFor();

  // The customer can't be deleted meanwhile.
  const refused = await page.request.delete(`/api/contacts/${who.contact.id}`);
  expect(refused.status()).toBe(409);
  await more.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Boiler cover was deleted", { exact: true }).waitFor();
  expect((await getJson(page, "/api/recurring")).map(({ name }: Json) => name)).toEqual([
    "Gutters, both houses",
  ]);
});

test("a recurring invoice is sent on its date, or left as a draft if no server was running", {
  tag: "@both",
}, async ({ at, enter, plumber, size }) => {
  const ada = await plumber(undefined, REGISTERED, { at: await at() });
  const made = await createWeekly(ada.page, ada.who, dayFromToday(3));
  await ada.context.close();
  const later = async (server: Server) => {
    const person = await enter(undefined, { at: server });
    await restoreSession(person.context, ada.account);
    return person;
  };

  const onTheDay = await at(dayFromToday(3));
  const then = await later(onTheDay);
  const { page } = then;
  await waitForMail(onTheDay, "margaret@example.com", /Invoice INV-0001/);
  await page.goto(`/recurring/${made.id}`);
  await page.getByRole("link", { name: "INV-0001" }).click();
  await page.getByRole("heading", { name: "Invoice INV-0001" }).waitFor();
  await page.getByText("Created automatically: Boiler cover").waitFor();
  await page.getByText("By email, automatically").waitFor();
  await takePagePicture(page, `recurring-sent-${size}`);
  await page.goto("/notifications");
  await page
    .getByText("Invoice INV-0001 is being emailed to Margaret Holroyd automatically: £48.00")
    .waitFor();
  await then.context.close();

  // The server was down for three weeks.
  const now = await later(await at(dayFromToday(25)));
  await now.page.goto("/dashboard");
  const notice = now.page.getByRole("link", { name: /3 recurring invoices weren’t sent/ });
  await notice.waitFor();
  await takePagePicture(now.page, `recurring-home-${size}`);
  await notice.click();
  await now.page.waitForURL("**/recurring");
  await readRecurring(now.page, size)
    .getByRole("link", { name: /Boiler cover/ })
    .click();
  await expect(now.page.getByText("Made late, so it wasn’t sent.")).toHaveCount(3);
  await expectFits(now.page, "invoices that were made late");
  await takePagePicture(now.page, `recurring-made-${size}`);
  await now.page.getByRole("link", { name: "Draft invoice" }).first().click();
  await now.page.getByText("It was made late", { exact: true }).waitFor();
  await takePagePicture(now.page, `recurring-late-${size}`);
  const { data: invoices } = await getJson(now.page, "/api/invoices?sort=issueDate");
  expect(invoices.map(({ issueDate, status }: Json) => [issueDate, status])).toEqual([
    [dayFromToday(3), "sent"],
    [dayFromToday(10), "draft"],
    [dayFromToday(17), "draft"],
    [dayFromToday(24), "draft"],
  ]);
});

/** A recurring invoice that is sent every week. */
function createWeekly(asker: ApiClient, who: Parties, firstDay: string): Promise<Json> {
  return postJson(asker, "/api/recurring", {
    ...buildFields(who),
    name: "Boiler cover",
    firstDay,
    repeat: "weekly",
    daysDue: 14,
    makes: "sent",
  });
}
