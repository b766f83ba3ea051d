// What a visitor's browser says behind the page, and what a customer reads in the mail.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE } from "./support/browser.mjs";
import { mailed } from "./support/mail.mjs";
import { arrive, draftQuote, settle } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

test("a visitor's pages leave nothing on the console", async (t) => {
  const visitor = await enter(PHONE);
  t.after(() => visitor.close());
  for (const path of ["/", "/login", "/register", "/verify-email", "/forgot-password", "/reset-password", "/quotes"]) {
    await visitor.page.goto(path);
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  }
  // Whoever logs out is a visitor again.
  await arrive(visitor.page, server(), "visitor@example.com");
  await visitor.page.request.post("/api/auth/logout");
  await visitor.page.goto("/login");
  await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  await visitor.leave();
});

test("a mail greets its customer once, in the words that were typed", async (t) => {
  const { page, close } = await enter(DESKTOP);
  t.after(close);
  await arrive(page, server(), "greeting@example.com");
  const { id } = await draftQuote(page, await settle(page));
  await page.goto(`/quotes/edit/${id}`);
  await page.getByRole("button", { name: "Send quote", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("By email").click();
  await dialog.getByRole("button", { name: /^Send quote/ }).click();
  await dialog.getByText("is on its way").waitFor();
  const [text] = await mailed(server(), "margaret@example.com", /text\/plain[\s\S]*?text\/html/);
  assert.equal(text.match(/Hello/g)?.length, 1, text);
});
