// A customer asks on the page, the business reads the question live and replies by email; and a deposit is
// paid directly after accepting.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { acceptAs, deliverDocument } from "./support/customer.ts";
import { expectSoundLayout, listFilledButtons } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { expect, test } from "./support/test.ts";

test("a question is asked on a phone, appears live for the business, and is replied to by email", async ({
  office,
  enter,
  server,
}) => {
  const { plumber, page, document: quote } = await deliverDocument({ office, enter }, PHONE);
  const desk = await plumber.openWindow();
  await desk.page.goto(`/quotes/${quote.id}`);
  await desk.page.getByRole("heading", { name: "What happened" }).waitFor();

  await page.goto(quote.publicUrl);
  await page.getByRole("button", { name: "Ask a question" }).filter({ visible: true }).click();
  const sheet = page.getByRole("dialog", { name: "Ask a question" });
  await sheet.getByLabel("Your question").fill("Does it include the flue?");
  await expect(sheet.getByLabel(/^Your email/), "the business knows the address").toHaveCount(0);
  await expectSoundLayout(page, "the sheet with a question");
  await sheet.getByRole("button", { name: "Send question" }).dblclick();
  const done = page.getByRole("dialog", { name: "Question sent" });
  await expect(done.getByText("Pipe & Daughters will reply to you by email.")).toBeVisible();
  await done.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("button", { name: "Accept Quote" })).toBeVisible();

  const waiting = desk.page.getByRole("status").filter({ hasText: "Margaret Holroyd asked a question" });
  await expect(waiting.getByText("Does it include the flue?")).toBeVisible();
  await expectSoundLayout(desk.page, "a quote with a question");
  await waiting.getByRole("button", { name: "Reply" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Reply" });
  await dialog.getByLabel("Your reply").fill("Yes, the flue is in the price.");
  await dialog.getByRole("button", { name: "Send reply" }).click();
  await expect(waiting).toHaveCount(0);
  await expect(desk.page.getByText("Yes, the flue is in the price.")).toBeVisible();
  await waitForMail(
    server,
    "margaret@example.com",
    /Yes, the flue is in the price\.[\s\S]*> Does it include the flue\?/,
  );

  // The customer's page says so at once, and after a reload.
  const questions = page.getByRole("region", { name: "What you asked" });
  await expect(questions.getByText("Does it include the flue?")).toBeVisible();
  await expect(questions.getByText(/^Replied by email on /)).toBeVisible();
  await page.reload();
  await expect(questions.getByText(/^Replied by email on /)).toBeVisible();
});

test("a customer requests changes instead of declining", async ({ office, enter }) => {
  const { page, document: quote } = await deliverDocument({ office, enter }, DESKTOP);
  await page.goto(quote.publicUrl);
  const change = page.getByRole("button", { name: "Request changes" });
  const accept = page.getByRole("button", { name: "Accept Quote" });
  // Also when the panel is taller than the window.
  for (const height of [DESKTOP.height, 480]) {
    await page.setViewportSize({ ...DESKTOP, height });
    await expect(accept).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(listFilledButtons), "one filled button").toEqual(["Accept Quote"]);
  }
  await page.setViewportSize(DESKTOP);
  await expect(change).toHaveCount(1);
  await change.click();
  const sheet = page.getByRole("dialog", { name: "Request changes" });
  await sheet.getByLabel("What would you like changed?").fill("Without the pipe, please.");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await change.click();
  await expect(sheet.getByLabel("What would you like changed?")).toHaveValue("Without the pipe, please.");
  await sheet.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("dialog", { name: "Request sent" })).toBeVisible();
});

for (const screen of [PHONE, DESKTOP]) {
  test(`after accepting, a page ${screen.width} px wide goes straight to the deposit`, async ({
    office,
    enter,
  }) => {
    const fields = { includeDeposit: true, deposit: "25", depositType: "percentage" };
    const { page, document: quote } = await deliverDocument({ office, enter }, screen, { fields });
    await page.goto(quote.publicUrl);
    await acceptAs(page, "Margaret Holroyd");
    const card = page.getByRole("region", { name: "Pay Deposit (£387.26)" });
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
    await expect(
      card.getByText("Thank you, you have accepted the quote. The deposit is due now."),
    ).toBeVisible();
    await expectSoundLayout(page, "the deposit after accepting");
    await card.getByRole("radio", { name: "Cash" }).check();
    await card.getByRole("button", { name: "I have paid in cash" }).click();
    await expect(page.getByRole("heading", { name: "Payment history" })).toBeVisible();
    await expect(card).toHaveCount(0);
  });
}
