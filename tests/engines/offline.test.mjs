// Without signal, in each engine: the server is stopped in earnest, and what was typed meanwhile is not lost.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "../e2e/support/api.mjs";
import { arrive, draftQuote, settle } from "../e2e/support/seed.mjs";
import { ENGINES } from "./support/drivers.mjs";
import { office } from "./support/office.mjs";
import { person } from "./support/person.mjs";
import { stage } from "./support/stage.mjs";
import { logIn, valueOf } from "./support/steps.mjs";

const { server, cut, back } = stage();

/** Its label says that it may be left out. */
const JOB = /^Job description/;

test("what is typed in a cellar is kept on the phone and sent from the street", async (t) => {
  // Both are there when the one server goes and when it comes.
  const people = await Promise.all(Object.keys(ENGINES).map((engine) => before(t, engine)));
  await cut();
  await Promise.all(people.map(inTheCellar));
  await back();
  await Promise.all(people.map(onTheStreet));
});

async function before(t, engine) {
  const email = `cellar-${engine.toLowerCase()}@example.com`;
  const desk = office(server());
  await arrive(desk, server(), email);
  const quote = await draftQuote(desk, await settle(desk));
  const ada = await person(engine, t);
  await logIn(ada, server(), email);
  await ada.goto(`${server().url}/quotes/edit/${quote.id}`);
  await ada.see("field", JOB);
  return { ada, desk, quote };
}

async function inTheCellar({ ada }) {
  await ada.fill("field", JOB, "Typed in a cellar");
  await ada.fill("field", "Line 1 price", "77.77");
  await ada.see("text", /^On this phone only/);
  await ada.picture("cellar");
}

/** The page is loaded again: what it held in its memory is gone, what it kept on the device is not. */
async function onTheStreet({ ada, desk, quote }) {
  await ada.session.reload();
  await ada.see("text", "Saved");
  assert.equal(await valueOf(ada, JOB), "Typed in a cellar");
  const kept = await read(desk, `/api/quotes/${quote.id}`);
  assert.equal(kept.jobDescription, "Typed in a cellar");
  // 77.77 and 2 × 4.255, with 20 % VAT.
  assert.equal(kept.totals.totalAmount, "103.54");
}
