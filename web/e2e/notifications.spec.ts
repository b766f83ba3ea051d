// Notifications of customers' actions, as they happen: in the list, on the bell, and on devices with
// notifications turned on.
import type { BrowserContext, Page } from "@playwright/test";
import { DESKTOP } from "./support/browser.ts";
import { buildPublicPath } from "./support/customer.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { deliverPush, type PushService, startPushService } from "./support/push.ts";
import { createDraftQuote, createSentQuote, getJson, type Json } from "./support/seed.ts";
import { waitForController } from "./support/service-worker.ts";
import { test as base, expect } from "./support/test.ts";

const test = base.extend<object, { push: PushService }>({
  push: [
    // biome-ignore lint/correctness/noEmptyPattern: it needs no other fixture
    async ({}, use) => {
      const push = await startPushService();
      await use(push);
      push.stop();
    },
    { scope: "worker" },
  ],
  settings: [async ({ push }, use) => use({ PLUMBLINE_PUSH_SERVICE: push.url }), { scope: "worker" }],
});
test.use({ windows: true });

const WITH_WORKER = { workers: true };

const acceptQuote = (page: Page, quote: Json) => page.request.post(buildPublicPath("quote", quote, "accept"));
const findOffer = (page: Page) => page.getByRole("complementary", { name: "Notifications" });

test("an acceptance is on the bell and in the list at once", { tag: "@both" }, async ({
  plumber,
  screen,
}) => {
  const { page, who } = await plumber(screen, undefined, WITH_WORKER);
  const quote = await createSentQuote(page, who);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
  await acceptQuote(page, quote);
  await page.getByRole("link", { name: "Notifications, 1 new" }).click();
  await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
  const row = page.getByRole("link", { name: `New: Quote ${quote.quoteNumber} was accepted by Margaret` });
  await row.waitFor();
  await expectSoundLayout(page, "the notifications");
  // With the keyboard only.
  await row.focus();
  // Loading another page would cancel the request that marks it as read.
  const marked = page.waitForResponse((answer) => answer.url().endsWith("/read"));
  await page.keyboard.press("Enter");
  await marked;
  await page.waitForURL(`**/quotes/${quote.id}`);
  await page.goto("/notifications");
  await page.getByRole("link", { name: `Quote ${quote.quoteNumber} was accepted`, exact: false }).waitFor();
  await expect(page.getByText("New:")).toHaveCount(0);

  // One more while the list is open, and then all are marked as read.
  const other = await createSentQuote(page, who);
  await acceptQuote(page, other);
  await page.getByRole("link", { name: `New: Quote ${other.quoteNumber}` }).waitFor();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("New:").waitFor({ state: "detached" });
});

test("notifications are offered after a sent quote, arrive on the device, and are turned off", {
  tag: "@both",
}, async ({ push, plumber, screen }) => {
  const { page, context, who } = await plumber(screen, undefined, WITH_WORKER);
  const device = await push.connect(context);
  const { id } = await createDraftQuote(page, who);
  await page.goto("/dashboard");
  await waitForController(page);
  await expect(findOffer(page), "never on arrival").toHaveCount(0);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(findOffer(page), "nor on a draft").toHaveCount(0);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await page.getByRole("button", { name: "Get the link" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await findOffer(page).waitFor();
  await expectFits(page, "the question");
  await findOffer(page).getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Notifications are on for this device", { exact: true }).waitFor();
  await findOffer(page).waitFor({ state: "detached" });

  // The device gets the notification whether the app is open or not, and a locked screen displays nothing
  // private.
  const quote = await getJson(page, `/api/quotes/${id}`);
  await acceptQuote(page, quote);
  const message = await device.next();
  expect(message.title).toBe(`Quote ${quote.quoteNumber} was accepted`);
  const [notification] = await deliverPush(page, JSON.stringify(message));
  expect(notification).toEqual({ title: message.title, tag: message.tag, data: { path: message.path } });
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await touchNotification(context);
  await page.waitForURL(`**/quotes/${id}`);
  await page.goto("/notifications");
  await expect(page.getByText("New:"), "one that was opened is read").toHaveCount(0);

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { name: "Notification settings" }).waitFor();
  await page.getByText("This device").waitFor();
  await expectSoundLayout(page, "the settings");
  await page.getByRole("switch", { name: "Show amounts and names" }).click();
  await page.getByRole("switch", { name: "Quotes declined" }).click();
  await expect(page.locator('[role="switch"][disabled]')).toHaveCount(0);
  await page.reload();
  const declined = page.getByRole("switch", { name: "Quotes declined" });
  await expect(declined).toHaveAttribute("aria-checked", "false");
  const other = await createSentQuote(page, who);
  await page.request.post(buildPublicPath("quote", await createSentQuote(page, who), "decline"), {
    data: {},
  });
  await acceptQuote(page, other);
  const pushed = await device.next();
  expect(pushed.title).toMatch(/^Quote .* was accepted by Margaret Holroyd: £/);

  await page.getByRole("button", { name: /^Turn off for/ }).click();
  await page.getByRole("button", { name: "Turn on for this device" }).waitFor();
  await page.getByText("This device", { exact: true }).waitFor({ state: "detached" });
});

test("the offer is not repeated after 'Not now', and an unreadable message gets a general text", async ({
  push,
  plumber,
}) => {
  const { page, context, who } = await plumber(DESKTOP, undefined, WITH_WORKER);
  await push.connect(context);
  const send = async () => {
    const { id } = await createDraftQuote(page, who);
    await page.goto(`/quotes/${id}`);
    await page.getByRole("button", { name: "Send quote", exact: true }).click();
    await page.getByRole("button", { name: "Get the link" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  };
  await send();
  await findOffer(page).getByRole("button", { name: "Not now" }).click();
  await findOffer(page).waitFor({ state: "detached" });
  await send();
  await page.getByRole("button", { name: "Done" }).waitFor({ state: "detached" });
  await expect(findOffer(page)).toHaveCount(0);
  const [notification] = await deliverPush(page, "{");
  expect(notification).toEqual({
    title: "You have a new notification in Plumbline",
    tag: "news",
    data: { path: "/notifications" },
  });
});

test("a browser that blocks notifications gets no offer, and the settings say so", async ({ plumber }) => {
  const { page, context, who } = await plumber(DESKTOP, undefined, WITH_WORKER);
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  await page.getByRole("button", { name: "Get the link" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(findOffer(page)).toHaveCount(0);
  await page.goto("/settings/notifications");
  await page.getByText("This browser blocks notifications from Plumbline.", { exact: false }).waitFor();
  await expect(page.getByRole("button", { name: "Turn on for this device" })).toHaveCount(0);
});

/** Dispatches the event by which the service worker learns that a notification was opened. */
async function touchNotification(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no worker runs");
  await worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
}

/** The types of a service worker that a page doesn't have. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, about: { notification?: Notification }) => Event;
}
