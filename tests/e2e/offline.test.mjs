// The whole quoting job without signal: the server is stopped and the browser is cut off.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE } from "./support/browser.mjs";
import { chooseCustomer, fillLine } from "./support/editor.mjs";
import { arrive, settle } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { controlled } from "./support/workers.mjs";

const { server, enter } = stage({}, { workers: true });
const NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED/;

test("a quote is made, sent and found once, all without signal", async (t) => {
  const ada = await enter(PHONE);
  t.after(() => ada.close());
  const { page } = ada;
  ada.expectErrors(NETWORK);
  await arrive(page, server(), "cellar@example.com");
  await settle(page);
  await page.goto("/quotes");
  await controlled(page);
  await page.getByRole("link", { name: "Contacts", exact: true }).first().click();
  await page.getByText("Margaret Holroyd").first().waitFor();
  await page.getByRole("link", { name: "Quotes", exact: true }).first().click();

  await ada.context.setOffline(true);
  await page.getByRole("link", { name: "New quote" }).first().click();
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Tap", quantity: "1", price: "89.90" });
  await page.getByText("On this phone only").first().waitFor();
  await page.screenshot({ path: "/tmp/pics/off-editor.png" });
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/pics/off-send.png" });
  await page.getByRole("button", { name: /Create link|Get link|Make link|link/i }).last().click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/pics/off-sent.png", fullPage: true });
  await page.getByRole("link", { name: "Quotes", exact: true }).first().click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/pics/off-list.png" });
  await page.getByRole("link", { name: /waiting/ }).first().click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/pics/off-tray.png" });

  await ada.context.setOffline(false);
  await page.getByText("Everything is saved").waitFor({ timeout: 20000 });
  const list = await read(page, "/api/quotes");
  assert.equal(list.data.length, 1);
  assert.equal(list.data[0].number, "Q-0001");
  assert.equal(list.data[0].totalAmount, "89.90");
  await page.screenshot({ path: "/tmp/pics/off-back.png" });
});
