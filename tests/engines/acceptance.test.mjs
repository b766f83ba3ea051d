// The customer's acceptance on a phone, in each engine: read, signed with a drawn signature, and displayed to the
// business at once.
import assert from "node:assert/strict";
import test from "node:test";
import { getJson } from "../../web/e2e/support/seed.ts";
import { createFullBusiness, createSentDocument } from "../../web/e2e/support/customer.ts";
import { registerAccount } from "../../web/e2e/support/account.ts";
import { ENGINES } from "./support/drivers.mjs";
import { office } from "./support/office.mjs";
import { person } from "./support/person.mjs";
import { stage } from "./support/stage.mjs";
import { logIn, paperTotals } from "./support/steps.mjs";

const { server } = stage();

test("a customer reads, signs and accepts, and the business sees it", { concurrency: true }, async (t) => {
  const each = Object.keys(ENGINES).map((engine) => t.test(engine, (t) => acceptance(t, engine)));
  await Promise.all(each);
});

async function acceptance(t, engine) {
  const email = `accept-${engine.toLowerCase()}@example.com`;
  const desk = office(server());
  await registerAccount(desk.request, server(), email);
  const quote = await createSentDocument(desk, "quote", await createFullBusiness(desk));
  const [ada, margaret] = await Promise.all([person(engine, t), person(engine, t)]);
  // The business has the quote open meanwhile: what the customer does is displayed there automatically.
  const watching = (async () => {
    await logIn(ada, server(), email);
    await ada.goto(`${server().url}/quotes/${quote.id}`);
    await ada.see("text", "Pending");
  })();

  await margaret.goto(quote.publicUrl);
  await margaret.see("text", "£1,549.03");
  assert.equal((await paperTotals(margaret)).Total, "£1,549.03");
  await margaret.see("button", "Accept Quote");
  await margaret.picture("quote");
  await watching;
  await margaret.press("button", "Accept Quote");
  const sheet = await margaret.see("dialog", /^Accept Quote/);
  await margaret.fill("field", "Your name", "Margaret Holroyd", sheet);
  await margaret.sign("picture", /^Sign here/, sheet);
  await margaret.see("picture", "Your signature", sheet);
  await margaret.press("checkbox", "I accept the Terms & Conditions", sheet);
  await margaret.picture("accepting");
  await margaret.press("button", "Accept Quote", sheet);
  await margaret.see("text", /^Quote accepted on /);
  await margaret.see("text", /^Accepted by Margaret Holroyd, .* for £1,549.03$/);
  await margaret.picture("accepted");

  await ada.see("text", "Accepted by Margaret Holroyd");
  await ada.see("text", "Accepted");
  await ada.picture("told");
  const now = await getJson(desk, `/api/quotes/${quote.id}`);
  assert.equal(now.status, "accepted");
  assert.equal(now.totals.totalAmount, "1549.03");
}
