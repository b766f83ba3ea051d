// What a customer is shown of work without signal, and what is never done unasked.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE, sound } from "./support/browser.mjs";
import { allSent, cellar, holds, ready } from "./support/cellar.mjs";
import { HERE } from "./support/editor.mjs";
import { recordCash } from "./support/payments.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, sentInvoice, sentQuote } from "./support/seed.mjs";
import { drawSignature, signOnDevice } from "./support/signature.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();

const price = (page) => page.getByLabel("Line 1 price", { exact: true });

test("money that is recorded takes no change to the customer that they were not to see yet", async (t) => {
  const ada = await ready(t, scene, "unasked", PHONE);
  const { page, context, who } = ada;
  const { id } = await sentInvoice(page, who);
  await page.goto(`/invoices/${id}`);
  await page.getByRole("button", { name: "Record a payment" }).first().waitFor();
  await context.setOffline(true);
  await page.goto(`/invoices/edit/${id}`);
  await price(page).fill("500");
  await page.getByText("still sees it as it was").first().waitFor();
  await page.goto(`/invoices/${id}`);
  await recordCash(page, "60");
  await context.setOffline(false);
  await eventually("the payment, at the server", async () => {
    const { payments } = await read(page, `/api/invoices/${id}`);
    return payments.length === 1 || undefined;
  });
  const { totals } = await read(page, `/api/invoices/${id}`);
  assert.deepEqual([totals.totalAmount, totals.balanceDue], ["100.00", "40.00"]);
  // What was typed is still here, to be put before them or dropped.
  await page.goto(`/invoices/${id}`);
  await page.getByText("Changes not shared").first().waitFor();
});

test("a quote is not signed at a price that was changed since", async (t) => {
  const ada = await ready(t, scene, "changed-price", PHONE);
  const { page, context, who } = ada;
  const { id } = await sentQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await context.setOffline(true);
  await page.goto(`/quotes/edit/${id}`);
  await price(page).fill("500");
  await page.getByText("still sees it as it was").first().waitFor();
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).click();
  await page.getByText("It was changed, and that is not with your customer yet").waitFor();
  assert.equal(await page.getByRole("button", { name: "Accept Quote" }).count(), 0);
  await picture(page, "offline-sign-changed");
  await sound(page, "a changed quote that is not to be signed");
});

test("a draft that was changed without signal is shown, signed and sent as it was changed", async (t) => {
  const ada = await ready(t, scene, "changed-draft", PHONE);
  const { page, context, who } = ada;
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await price(page).waitFor();
  await holds(page, "/api/contacts");
  await context.setOffline(true);
  await price(page).fill("500");
  await page.getByText("£610.21").first().waitFor();
  await page.getByText(HERE).first().waitFor();
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.getByRole("button", { name: /^(Get the link|Send once there is signal)/ }).click();
  await page.getByText("Will be sent").first().waitFor();
  await page.waitForURL(`**/quotes/${id}`);
  await page.getByText("£610.21").first().waitFor();
  assert.equal(await page.getByText("118.09").count(), 0, "the price of before is still there");
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept / });
  await sheet.getByText("£610.21").first().waitFor();
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page.getByText(/^Signed on this (phone|computer)$/).first().waitFor({ state: "attached" });
  await picture(page, "offline-signed-held-draft");
  await context.setOffline(false);
  await allSent(page);
  const { status, acceptance, totals } = await read(page, `/api/quotes/${id}`);
  assert.deepEqual([status, acceptance?.name, totals.totalAmount], ["accepted", "Margaret Holroyd", "610.21"]);
});

test("a signature that came too late is shown, and not dropped", async (t) => {
  const ada = await ready(t, scene, "too-late", PHONE);
  const { page, context, who } = ada;
  const { id, publicUrl } = await sentQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await holds(page, "/api/quotes/public/");
  await context.setOffline(true);
  await signOnDevice(page);
  // Meanwhile somebody else of hers accepts by the link.
  const token = publicUrl.split("/").at(-1);
  const answer = await page.request.post(`/api/quotes/public/${token}/accept`, {
    data: { name: "Bob Holroyd", signature: null },
  });
  assert.ok(answer.ok(), await answer.text());
  await context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("Not taken", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByText("Margaret Holroyd signed").first().waitFor();
  assert.equal((await read(page, `/api/quotes/${id}`)).acceptance.name, "Bob Holroyd");
});

test("a draft that was deleted elsewhere is not made again of half of it", async (t) => {
  const ada = await ready(t, scene, "deleted-draft", PHONE);
  const { page, context, who } = ada;
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  await price(page).waitFor();
  await context.setOffline(true);
  await price(page).fill("77.77");
  await page.getByText(/^On this phone only/).first().waitFor();
  await page.goto("/quotes");
  const gone = await page.request.delete(`/api/quotes/${id}`);
  assert.ok(gone.ok(), await gone.text());
  await context.setOffline(false);
  await page.goto(`/quotes/edit/${id}`);
  await page.getByText("It was deleted elsewhere. What you changed is kept on this phone, under Waiting.").waitFor();
  await picture(page, "offline-deleted-elsewhere");
  assert.deepEqual((await read(page, "/api/quotes")).data, []);
  await page.goto("/waiting");
  await page.getByText(/waiting|On this phone only/i).first().waitFor();
});

test("signed out from afar, a device shows nothing once it has no signal", async (t) => {
  const ada = await ready(t, scene, "from-afar", PHONE);
  const { page, context } = ada;
  await holds(page, "/api/contacts");
  const cookies = await context.cookies();
  const ended = await page.request.post("/api/auth/logout");
  assert.ok(ended.ok(), await ended.text());
  await context.addCookies(cookies);
  await page.goto("/contacts");
  await page.waitForURL("**/login");
  await context.setOffline(true);
  await page.goto("/contacts");
  await page.waitForURL("**/login");
  assert.equal(await page.getByText("Margaret Holroyd").count(), 0);
});

test("a link that waited asks to be shared once it is there", async (t) => {
  const ada = await ready(t, scene, "to-share", PHONE);
  const { page, context, who } = ada;
  const { id } = await draftQuote(page, who);
  await page.goto(`/quotes/${id}`);
  await page.getByRole("button", { name: "Send quote" }).first().waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.getByRole("button", { name: /^(Get the link|Send once there is signal)/ }).click();
  await page.getByText("Then share the link with your customer.").waitFor();
  await context.setOffline(false);
  const toast = page.getByRole("listitem").filter({ hasText: "Quote Q-0001 has its link" });
  await toast.getByRole("button", { name: "Share it" }).waitFor();
  await allSent(page);
});
