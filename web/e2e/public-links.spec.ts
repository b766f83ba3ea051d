// Links to documents that lead nowhere: unknown ones, and one that was replaced.
import { PHONE } from "./support/browser.ts";
import { deliverDocument } from "./support/customer.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { expect, test } from "./support/test.ts";

test("an unknown link answers 404 with a card that says so", async ({ enter }) => {
  const { page, expectErrors } = await enter(PHONE);
  expectErrors(/404/);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const [path, name] of [
    ["/q/nothing-here", "Quote"],
    ["/i/nothing-here", "Invoice"],
    ["/q/%FF", "Quote"],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()["cache-control"]).toBe("no-store");
    await expect(page.getByRole("heading", { name: `${name} Not Found` })).toBeVisible();
    await expect(page.getByText(`${name} not found or link has expired`)).toBeVisible();
  }
  await expectSoundLayout(page, "the not-found card");
  const again = asked.filter((path) => path.startsWith("/api/"));
  expect(again, "the page does not ask again for what it was told").toEqual([]);
});

test("after a link is replaced the old one leads nowhere and the new one works", async ({
  office,
  enter,
}) => {
  const { plumber, customer, page, document } = await deliverDocument({ office, enter }, PHONE);
  const { publicUrl, id } = document;
  customer.expectErrors(/404/);
  await page.goto(publicUrl);
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();

  const desk = await plumber.openWindow();
  await desk.page.goto(`/quotes/${id}`);
  const link = desk.page.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(publicUrl);
  await desk.page.getByRole("button", { name: "Replace the link" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Replace the link?" });
  await expectFits(desk.page, "the question before a link is replaced");
  await dialog.getByRole("button", { name: "Replace the link" }).click();
  await expect(desk.page.getByText("Link replaced", { exact: true }).first()).toBeVisible();
  // The customer's page was open: it is notified.
  await expect(page.getByRole("heading", { name: "Quote Not Found" })).toBeVisible();

  await expect(link).not.toHaveValue(publicUrl);
  const replaced = await link.inputValue();
  expect((await page.goto(publicUrl))?.status()).toBe(404);
  expect((await page.goto(replaced))?.status()).toBe(200);
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();
});
