// The job without signal on a phone, in each engine: the server is really stopped, the page loaded again meanwhile, and
// afterwards each document exists once, with the right amounts.
import assert from "node:assert/strict";
import test from "node:test";
import { getJson } from "../../web/e2e/support/seed.ts";
import { registerAccount } from "../../web/e2e/support/account.ts";
import { createDraftQuote, createParties } from "../../web/e2e/support/seed.ts";
import { waitFor } from "../../web/e2e/support/wait.ts";
import { ENGINES } from "./support/drivers.mjs";
import { office } from "./support/office.mjs";
import { person } from "./support/person.mjs";
import { stage } from "./support/stage.mjs";
import { fillLine, logIn, ready, valueOf } from "./support/steps.mjs";

const { server, cut, back } = stage();

/** The field's label says that it is optional. */
const JOB = /^Job description/;
/** The text about what waits on this device; wider screens show more. */
const HERE = /^On this phone only/;

/** Longer than the app's longest pause between two attempts, which is half a minute. */
const SENT_MS = 45_000;

test("a quote is written in a cellar, and changed, and both are sent from the street", async (t) => {
  // Both are connected when the one server stops and when it starts.
  const people = await Promise.all(Object.keys(ENGINES).map((engine) => before(t, engine)));
  await cut();
  await Promise.all(people.map(inTheCellar));
  await back();
  await Promise.all(people.map(onTheStreet));
});

/** Somebody who is logged in, with a draft on the screen, and the app cached on the device. */
async function before(t, engine) {
  const email = `cellar-${engine.toLowerCase()}@example.com`;
  const desk = office(server());
  await registerAccount(desk.request, server(), email);
  const draft = await createDraftQuote(desk, await createParties(desk));
  const ada = await person(engine, t);
  await logIn(ada, server(), email);
  await ready(ada);
  await ada.goto(`${server().url}/quotes/edit/${draft.id}`);
  await ada.see("field", JOB);
  return { ada, desk, draft };
}

async function inTheCellar({ ada, draft }) {
  const address = server().url;
  await ada.fill("field", JOB, "Typed in a cellar");
  await ada.fill("field", "Line 1 price", "77.77");
  await ada.see("text", HERE);
  await ada.picture("cellar");

  // The page is left and opened again: what was in its memory is gone, while what is stored on the device, and the app
  // itself, remain. A reload by Firefox's driver would bypass the service worker, like one with the shift key.
  await ada.goto("about:blank");
  await ada.goto(`${address}/quotes/edit/${draft.id}`);
  assert.equal(await valueOf(ada, JOB), "Typed in a cellar");
  await ada.see("text", HERE);

  await ada.goto(`${address}/quotes/create`);
  await ada.fill("field", "Who it’s for", "Marg");
  await ada.press("option", /^Margaret Holroyd/);
  await fillLine(ada, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await fillLine(ada, 2, { name: "Pipe", quantity: "3", price: "4.255" });
  await ada.see("text", HERE);
  await ada.press("button", "Send quote");
  await ada.press("button", /^(Get the link|Send once there is signal)/);
  await ada.see("text", /^Will be sent/);
  await ada.picture("will-be-sent");
  await ada.goto(`${address}/quotes/edit/${draft.id}`);
  await ada.see("field", JOB);
}

/** Nothing is pressed: the app sends waiting changes once the server responds again. */
async function onTheStreet({ ada, desk, draft }) {
  const all = await waitFor(
    `what waits in ${ada.engine}, at the server`,
    async () => {
      const { data } = await getJson(desk, "/api/quotes");
      const isThere = (amount) => data.some(({ totalAmount }) => totalAmount === amount);
      return data.some(({ number }) => number) && isThere("103.54") && data;
    },
    SENT_MS,
  ).catch(async (error) => {
    error.message += `, where ${await ada.where()}`;
    throw error;
  });
  // 77.77 and 2 × 4.255, with 20 % VAT.
  const changed = await getJson(desk, `/api/quotes/${draft.id}`);
  assert.deepEqual([changed.jobDescription, changed.totals.totalAmount], ["Typed in a cellar", "103.54"]);
  assert.equal(all.length, 2, "each once");
  // 2 × 150 and 3 × 4.255.
  const [made] = all.filter(({ id }) => id !== draft.id);
  assert.deepEqual(
    [made.number, made.contactName, made.totalAmount],
    ["Q-0001", "Margaret Holroyd", "312.77"],
  );
  await ada.see("text", "Saved");
}
