// What customers do is told: in the list and on the bell as it happens, and on devices that want it.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { DESKTOP, fitsNarrow, PHONE, sound } from "./support/browser.mjs";
import { call } from "./support/customer.mjs";
import { deliver, startPushService } from "./support/push.mjs";
import { draftQuote, plumber, sentQuote } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

let push;
const place = stage(
  async () => {
    push = await startPushService();
    return { settings: push.settings };
  },
  { workers: true, windows: true },
);
after(() => push?.stop());

const accept = (page, quote) => page.request.post(call("quote", quote, "accept"));
const offer = (page) => page.getByRole("complementary", { name: "Notifications" });

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`an acceptance is on the bell at once and in the list (${size})`, async (t) => {
    const { page, who, leave } = await plumber(place, t, `bell-${size}`, viewport);
    const quote = await sentQuote(page, who);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    await accept(page, quote);
    await page.getByRole("link", { name: "Notifications, 1 new" }).click();
    await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
    const row = page.getByRole("link", { name: `New: Quote ${quote.quoteNumber} was accepted by Margaret` });
    await row.waitFor();
    await sound(page, `the notifications (${size})`);
    await fitsNarrow(page, "the notifications");
    // By the keyboard alone.
    await row.focus();
    // A load of another page would break off what marks it as read.
    const marked = page.waitForResponse((answer) => answer.url().endsWith("/read"));
    await page.keyboard.press("Enter");
    await marked;
    await page.waitForURL(`**/quotes/${quote.id}`);
    await page.goto("/notifications");
    await page.getByRole("link", { name: `Quote ${quote.quoteNumber} was accepted`, exact: false }).waitFor();
    assert.equal(await page.getByText("New:").count(), 0);

    // One more while the list is open, and all of it seen.
    const other = await sentQuote(page, who);
    await accept(page, other);
    await page.getByRole("link", { name: `New: Quote ${other.quoteNumber}` }).waitFor();
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await page.getByText("New:").waitFor({ state: "detached" });
    await leave();
  });

  test(`a device is asked for after a sent quote, told, and switched off (${size})`, async (t) => {
    const { page, context, who, leave } = await plumber(place, t, `told-${size}`, viewport);
    const device = await push.reaches(context);
    const { id } = await draftQuote(page, who);
    await page.goto("/dashboard");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    assert.equal(await offer(page).count(), 0, "never on arrival");
    await page.goto(`/quotes/${id}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await offer(page).count(), 0, "nor on a draft");
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    await page.getByRole("button", { name: "Get the link" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await offer(page).waitFor();
    await sound(page, `the question (${size})`);
    await offer(page).getByRole("button", { name: "Turn on" }).click();
    await page.getByText("Notifications are on for this device", { exact: true }).waitFor();
    await offer(page).waitFor({ state: "detached" });

    // Closed or not, the device is told, and a locked screen shows nothing private.
    const quote = await (await page.request.get(`/api/quotes/${id}`)).json();
    await accept(page, quote);
    const message = await device.next();
    assert.equal(message.title, `Quote ${quote.quoteNumber} was accepted`);
    const [shown] = await deliver(page, JSON.stringify(message));
    assert.deepEqual(shown, { title: message.title, tag: message.tag, data: { path: message.path } });
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await touch(context);
    await page.waitForURL(`**/quotes/${id}`);
    await page.goto("/notifications");
    assert.equal(await page.getByText("New:").count(), 0, "touched is seen");

    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("heading", { name: "Notification settings" }).waitFor();
    await page.getByText("This device").waitFor();
    await sound(page, `the settings (${size})`);
    await page.getByRole("switch", { name: "Show amounts and names" }).click();
    await page.getByRole("switch", { name: "Quotes declined" }).click();
    await page.waitForFunction(() => document.querySelectorAll('[role="switch"][disabled]').length === 0);
    await page.reload();
    const declined = page.getByRole("switch", { name: "Quotes declined" });
    await declined.waitFor();
    assert.equal(await declined.getAttribute("aria-checked"), "false");
    const other = await sentQuote(page, who);
    await page.request.post(call("quote", await sentQuote(page, who), "decline"), { data: {} });
    await accept(page, other);
    const told = await device.next();
    assert.match(told.title, /^Quote .* was accepted by Margaret Holroyd: £/);

    await page.getByRole("button", { name: /^Turn off for/ }).click();
    await page.getByRole("button", { name: "Turn on for this device" }).waitFor();
    await page.getByText("This device", { exact: true }).waitFor({ state: "detached" });
    await leave();
  });
}

test("who does not want to be asked is not asked again, and words that cannot be read are none", async (t) => {
  const { page, context, who, leave } = await plumber(place, t, "asked", DESKTOP);
  await push.reaches(context);
  const send = async () => {
    const { id } = await draftQuote(page, who);
    await page.goto(`/quotes/${id}`);
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    await page.getByRole("button", { name: "Get the link" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  };
  await send();
  await offer(page).getByRole("button", { name: "Not now" }).click();
  await offer(page).waitFor({ state: "detached" });
  await send();
  await page.getByRole("button", { name: "Done" }).waitFor({ state: "detached" });
  assert.equal(await offer(page).count(), 0);
  const [shown] = await deliver(page, "{");
  assert.deepEqual(shown, {
    title: "There is news in Plumbline",
    tag: "news",
    data: { path: "/notifications" },
  });
  await leave();
});

test("a browser that blocks notifications is not asked, and the settings say so", async (t) => {
  const { page, context, who, leave } = await plumber(place, t, "blocked", DESKTOP);
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await page.getByRole("button", { name: "Get the link" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  assert.equal(await offer(page).count(), 0);
  await page.goto("/settings/notifications");
  await page.getByText("This browser blocks notifications from Plumbline.", { exact: false }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Turn on for this device" }).count(), 0);
  await leave();
});

/** A touch of what the device shows, as its worker hears it. */
async function touch(context) {
  const [worker] = context.serviceWorkers();
  await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
}
