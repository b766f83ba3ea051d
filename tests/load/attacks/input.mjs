// Bodies that are made to be expensive: to validate, to respond to, to check.
import { statSync } from "node:fs";
import { join } from "node:path";
import { Client, line, somewhere, token } from "../client.mjs";
import { checkEqual, checkMax, checkTime, slowest } from "../report.mjs";

const ANSWER_MAX = 16 * 1024;

/**
 * A body with a key of 100,000 letters and 40,000 wrong texts, a megabyte of wrong types, and one of lines without a
 * word.
 */
export async function errors({ server, attacker }) {
  const anyone = new Client(server, somewhere(1));
  const key = "k".repeat(100_000);
  const nul = `{"${key}":[${Array(40_000).fill('"\\u0000"').join(",")}]}`;
  const wrong = { ...attacker.quote(), items: Array(100_000).fill(7) };
  const empty = `{"items":[${Array(330_000).fill("{}").join(",")}]}`;
  const answers = [
    await anyone.ask("POST", "/api/auth/login", { body: nul }),
    await anyone.ask("POST", "/api/auth/register", { body: nul }),
    await attacker.ask("POST", "/api/quotes", { body: nul }),
    await attacker.ask("POST", "/api/quotes", { body: wrong }),
    await attacker.ask("POST", "/api/quotes/preview", { body: wrong }),
    await anyone.ask("POST", "/api/quotes/preview", { body: empty }),
  ];
  return [
    checkMax("largest answer, bytes", Math.max(...answers.map(({ bytes }) => bytes)), ANSWER_MAX),
    checkTime("slowest answer", slowest(answers), 60),
    checkMax(
      "responses that are not a refusal",
      answers.filter(({ status }) => status < 400 || status > 499).length,
      0,
    ),
  ];
}

/** A megabyte with 10,000 signatures, then as many as are checked, eight at a time. */
export async function webhook({ server }) {
  const anyone = new Client(server, somewhere(2));
  const now = Math.floor(Date.now() / 1000);
  const tell = (count, size) =>
    anyone.ask("POST", "/api/stripe/webhook", {
      body: JSON.stringify({ id: "evt_1", pad: "x".repeat(size) }),
      headers: { "stripe-signature": `t=${now}${",v1=00".repeat(count)}` },
    });
  const answers = [];
  for (const [count, size] of [
    [10_000, 1_000_000],
    [8, 1_000_000],
    [8, 250_000],
  ]) {
    for (let round = 0; round < 5; round += 1) {
      // A connection that is refused before its body was read may end while the body is written.
      const some = await Promise.allSettled(Array.from({ length: 8 }, () => tell(count, size)));
      answers.push(...some.filter(({ status }) => status === "fulfilled").map(({ value }) => value));
    }
  }
  return [
    checkTime("slowest answer", slowest(answers), 60),
    checkMax(
      "responses that are not a refusal",
      answers.filter(({ status }) => status < 400 || status > 499).length,
      0,
    ),
  ];
}

/** The same option 260,000 times, while others save. */
export async function selected({ server, attacker }) {
  const items = [line("a"), line("b", { optional: true, selected: false })];
  const quote = await attacker.sent("quotes", attacker.quote(items));
  const holder = new Client(server, somewhere(3));
  const accept = (ids) =>
    holder.ask("POST", `/api/quotes/public/${token(quote)}/accept`, {
      body: { name: "Margaret", termsAccepted: true, selected: ids },
    });
  const answers = [];
  for (const count of [260_000, 260_000, 501, 150_000]) answers.push(await accept(Array(count).fill("b")));
  const bulk = await attacker.ask("POST", "/api/quotes/bulk", {
    body: { action: "archive", ids: Array(20_000).fill(quote.id) },
  });
  answers.push(bulk);
  return [
    checkTime("slowest refusal", slowest(answers), 30),
    checkMax(
      "responses that are not a refusal",
      answers.filter(({ status }) => status < 400 || status > 499).length,
      0,
    ),
  ];
}

/** Portions of unknown ids, each for another action, of which nothing may be stored. */
export async function strange({ server, attacker }) {
  const sizeOf = (name) => statSync(join(server.data, name), { throwIfNoEntry: false })?.size ?? 0;
  const size = () => sizeOf("plumbline.db") + sizeOf("plumbline.db-wal");
  const before = size();
  const answers = [];
  for (let at = 0; at < 120; at += 1) {
    const ids = Array.from({ length: 500 }, () => crypto.randomUUID());
    const body = { action: "send", ids };
    answers.push(await attacker.ask("PUT", `/api/quotes/batches/${crypto.randomUUID()}`, { body }));
  }
  return [
    checkEqual("batches that are accepted", answers.filter(({ status }) => status === 200).length, 120),
    checkTime("slowest answer", slowest(answers), 60),
    checkMax("the database has grown by, MB", (size() - before) / 1_000_000, 10),
  ];
}
