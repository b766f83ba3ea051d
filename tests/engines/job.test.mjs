// The main job on a phone, in each engine: a quote is written, has the right total to the penny, and is sent by link.
import assert from "node:assert/strict";
import test from "node:test";
import { getJson } from "../../web/e2e/support/seed.ts";
import { registerAccount } from "../../web/e2e/support/account.ts";
import { REGISTERED, createParties } from "../../web/e2e/support/seed.ts";
import { ENGINES } from "./support/drivers.mjs";
import { office } from "./support/office.mjs";
import { person } from "./support/person.mjs";
import { stage } from "./support/stage.mjs";
import { fillLine, logIn, shownTotals, valueOf } from "./support/steps.mjs";

const { server } = stage();

/** The field's label says that it is optional. */
const JOB = /^Job description/;

test("a quote on site, sent by link", { concurrency: true }, async (t) => {
  const each = Object.keys(ENGINES).map((engine) => t.test(engine, (t) => quoteOnSite(t, engine)));
  await Promise.all(each);
});

async function quoteOnSite(t, engine) {
  const email = `job-${engine.toLowerCase()}@example.com`;
  const desk = office(server());
  await registerAccount(desk.request, server(), email);
  await createParties(desk, REGISTERED);

  const ada = await person(engine, t);
  await logIn(ada, server(), email);
  await ada.picture("dashboard");
  await ada.goto(`${server().url}/quotes/create`);
  await ada.fill("field", "Who it’s for", "Marg");
  await ada.press("option", /^Margaret Holroyd/);
  await ada.fill("field", JOB, "New boiler in the airing cupboard");
  await fillLine(ada, 1, { name: "Combi boiler 30 kW", quantity: "1", price: "1240" });
  await fillLine(ada, 2, { name: "Copper pipe 22 mm", quantity: "6.5", price: "7.825" });
  await ada.fill("field", "VAT rate", "20");
  await ada.see("text", "Saved");
  await ada.picture("editor");
  assert.deepEqual(await shownTotals(ada), {
    Subtotal: "£1,290.86",
    "VAT @ 20%": "£258.17",
    Total: "£1,549.03",
  });

  const url = await ada.at(/^\/quotes\/edit\//);
  const id = url.split("/").pop();
  await ada.press("button", "Send quote");
  await ada.press("button", /^Get the link/);
  const link = await valueOf(ada, "Link");
  await ada.picture("link");
  await ada.press("button", "Done");
  await ada.at(new RegExp(`^/quotes/${id}$`));
  await ada.see("text", "Pending");

  const sent = await getJson(desk, `/api/quotes/${id}`);
  assert.equal(sent.status, "sent");
  assert.equal(sent.publicUrl, link);
  assert.equal(sent.totals.totalAmount, "1549.03");
  assert.equal(sent.items[1].price, "7.825");
}
