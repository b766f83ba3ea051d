// Links that lead nowhere, or not any more.
import assert from "node:assert/strict";
import test from "node:test";
import { PHONE, sound } from "./support/browser.mjs";
import { business, sent } from "./support/customer.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const { server, enter, office } = stage();

test("a link that leads nowhere is a 404 and a card", async (t) => {
  const customer = await enter(PHONE);
  t.after(() => customer.close());
  customer.expectErrors(/404/);
  for (const [path, name] of [
    ["/q/nothing-here", "Quote"],
    ["/i/nothing-here", "Invoice"],
    ["/q/%FF", "Quote"],
  ]) {
    const asked = [];
    customer.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const answer = await customer.page.goto(path);
    assert.equal(answer.status(), 404);
    assert.equal(answer.headers()["cache-control"], "no-store");
    await customer.page.getByRole("heading", { name: `${name} Not Found` }).waitFor();
    await customer.page.getByText(`${name} not found or link has expired`).waitFor();
    assert.deepEqual(
      asked.filter((one) => one.startsWith("/api/")),
      [],
      "it is not asked for again",
    );
  }
  await sound(customer.page, "the not-found card");
  await customer.leave();
});

test("a link that is replaced leads nowhere at once, and the new one to the document", async (t) => {
  const plumber = await office();
  const customer = await enter(PHONE);
  t.after(() => Promise.all([plumber.close(), customer.close()]));
  await arrive(plumber.page, server(), "replaced@example.com");
  const { publicUrl, id } = await sent(plumber.page, "quote", await business(plumber.page));
  const { page } = customer;
  customer.expectErrors(/404/);
  await page.goto(publicUrl);
  await page.getByRole("button", { name: "Accept Quote" }).waitFor();

  const desk = await plumber.sit();
  await desk.page.goto(`/quotes/${id}`);
  const link = desk.page.getByLabel("Link", { exact: true });
  assert.equal(await link.inputValue(), publicUrl);
  await desk.page.getByRole("button", { name: "Replace the link" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Replace the link?" });
  await sound(desk.page, "the question before a link is replaced");
  await dialog.getByRole("button", { name: "Replace the link" }).click();
  // It is said at once, and stands among what happened.
  await desk.page.getByText("Link replaced", { exact: true }).first().waitFor();
  await page.getByRole("heading", { name: "Quote Not Found" }).waitFor();

  const replaced = await eventually("the new link", async () => {
    const now = await link.inputValue();
    return now !== publicUrl && now;
  });
  assert.equal((await page.goto(publicUrl)).status(), 404);
  assert.equal((await page.goto(replaced)).status(), 200);
  await page.getByRole("button", { name: "Accept Quote" }).waitFor();
  await customer.leave();
  await desk.leave();
});
