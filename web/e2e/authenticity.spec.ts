// Is this invoice genuine: the code on the customer's page, the page that it opens, and waiting new bank
// details.
import type { Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import {
  createFullBusiness,
  createSentDocument,
  type DeliveryOptions,
  deliverDocument,
} from "./support/customer.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const INVOICE: DeliveryOptions = { kind: "invoice" };

const TITLE = { name: "Invoice INV-0001 from Pipe & Daughters" };

/** Opens the page that the code on the customer's page leads to; returns the code as printed, in groups. */
async function openCheck(page: Page, document: Json): Promise<string> {
  await page.goto(document.publicUrl);
  const code = page.getByRole("region", { name: "Is this invoice genuine?" });
  await expect(code.getByRole("img", { name: /^QR code: scan to check/ })).toBeVisible();
  const groups = (await code.locator(".paper-genuine-code").textContent()) ?? "";
  await code.getByRole("link").click();
  await page.waitForURL("**/check/*");
  expect(new URL(page.url()).pathname).toBe(buildCheckPath(groups));
  return groups;
}

const buildCheckPath = (groups: string) => `/check/${groups.replaceAll(" ", "")}`;

test("a customer checks an invoice against the server's record of it", { tag: "@both" }, async ({
  office,
  enter,
  server,
  screen,
  size,
}) => {
  const { customer, page, document } = await deliverDocument({ office, enter }, screen, INVOICE);
  const groups = await openCheck(page, document);
  await expect(page.getByRole("heading", TITLE)).toBeVisible();
  const same = "Recalculated on this device: £1,549.03 — the same as the invoice.";
  await expect(page.getByText(same, { exact: true })).toBeVisible();
  for (const known of ["31926819", "60-16-13", "£1,549.03", new URL(server.url).host]) {
    await expect(page.getByText(known, { exact: true }).first()).toBeAttached();
  }
  for (const theirs of ["Margaret", "Otley", "boiler", "Copper"]) {
    await expect(page.locator("body"), "nothing about the customer or the job").not.toContainText(theirs, {
      useInnerText: true,
    });
  }
  await expectSoundLayout(page, "the page that says what to compare");
  await takePagePicture(page, `genuine-${size}`);

  // The code typed by hand, as it is printed.
  const code = page.getByLabel("Code");
  const check = page.getByRole("button", { name: "Check the invoice" });
  await page.goto("/check");
  await code.fill(groups.toLowerCase());
  await takePagePicture(page, `genuine-asked-${size}`);
  await check.click();
  await expect(page.getByRole("heading", TITLE)).toBeVisible();

  // The whole address pasted, as a camera reads it.
  await page.goto("/check/");
  await code.fill(server.url + buildCheckPath(groups));
  await check.click();
  await expect(page.getByRole("heading", TITLE)).toBeVisible();

  customer.expectErrors(/404/);
  await page.goto("/check");
  await code.fill(`https://elsewhere.example${buildCheckPath(groups)}`);
  await check.click();
  await expect(page.getByRole("heading", { name: "This link leads to another server" })).toBeVisible();
  await page.goto(`/check/${"7".repeat(42)}`);
  await expect(page.getByRole("heading", { name: "We don’t recognise this code." })).toBeVisible();
  // It may be a typing error, so the code can be corrected.
  await expect(page.getByRole("heading", { name: "Typed by hand?" })).toBeVisible();
  await expect(code).not.toHaveValue("");
  await expect(page.getByText("Do not pay. Call the business on a number you know.")).toBeVisible();
  await expectFits(page, "a code that is none");
  await takePagePicture(page, `genuine-none-${size}`);
});

test("new bank details reach customers only after a waiting period, and can be withdrawn", {
  tag: "@both",
}, async ({ owner, enter, size }) => {
  const { page } = await owner();
  const who = await createFullBusiness(page);
  const document = await createSentDocument(page, "invoice", who);
  const profile = `/settings/business-profiles/${who.profile.id}`;
  await page.goto(profile);
  await page.getByLabel("Account number").fill("12345678");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL("**/settings/business-profiles");
  await expect(
    page.getByText(/^Open invoices show the new bank details from \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/),
  ).toBeVisible();
  await page.goto(profile);
  await expect(page.getByText("Your customers can’t see your new details yet")).toBeVisible();
  const waiting =
    /^Bank details: From \d\d\/\d\d\/\d{4} \d\d:\d\d\. Until then your customers see .*31926819\.$/;
  await expect(page.getByText(waiting)).toBeVisible();
  await expectFits(page, "details that wait");
  await takePagePicture(page, `genuine-waits-${size}`);

  const { page: theirs } = await enter();
  await theirs.goto(document.publicUrl);
  await expect(
    theirs.getByText(/^These bank details are valid until \d\d\/\d\d\/\d{4} \d\d:\d\d\./),
  ).toBeVisible();
  await theirs.getByRole("radio", { name: "Bank transfer" }).check();
  await expect(theirs.getByText("31926819", { exact: true }).first()).toBeVisible();
  await expect(theirs.getByText("12345678", { exact: true })).toHaveCount(0);
  await expectSoundLayout(theirs, "the details that hold");
  await takePagePicture(theirs, `genuine-holds-${size}`);

  // Input elsewhere in the form remains when the bank details are undone.
  await page.getByLabel("Phone").fill("0113 496 0199");
  await page.getByRole("button", { name: "Undo it" }).click();
  await expect(
    page.getByText("Your customers are still paying into the old account", { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveValue("31926819");
  await expect(page.getByLabel("Phone")).toHaveValue("0113 496 0199");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL("**/settings/business-profiles");
  const kept = await getJson(page, `/api/business-profiles/${who.profile.id}`);
  expect([kept.accountNumber, kept.phone]).toEqual(["31926819", "0113 496 0199"]);
});

test("a recalculated total that differs from the invoice's raises an alert", async ({ office, enter }) => {
  const { page, document } = await deliverDocument({ office, enter }, PHONE, INVOICE);
  await page.route("**/check/*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"total":"1549.03"', '"total":"1550.03"');
    await route.fulfill({ response, body });
  });
  await openCheck(page, document);
  await expect(page.getByRole("alert")).toHaveText(
    "Recalculated on this device: £1,549.03. The invoice says £1,550.03. Do not pay. Call the business on a number you know.",
  );
});

test("without scripts the page shows everything but the recalculated total, and says so", async ({
  office,
  enter,
  browser,
}) => {
  const { page, document } = await deliverDocument({ office, enter }, PHONE, INVOICE);
  await openCheck(page, document);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto(page.url());
  await expect(bare.getByRole("heading", TITLE)).toBeVisible();
  await expect(bare.getByText("31926819", { exact: true })).toBeVisible();
  await expect(
    bare.getByText("Turn on JavaScript to work out the total again on this device."),
  ).toBeVisible();
  await context.close();
});
