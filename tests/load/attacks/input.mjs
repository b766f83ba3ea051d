// Bodies that are made to be expensive: to validate, to respond to, to check.
import { statSync } from "node:fs";
import { join } from "node:path";
import { Client, line, somewhere, token } from "../client.mjs";
import { inChunks } from "../files.mjs";
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

const FORM_BYTES = 9_000_000;
/** In bytes. */
const PIECE = 64;
/** In yardsticks: about 17 ms each. */
const FORM_MOST = 60;
const BOUNDARY = "b";

/** Each as [name, the body of a form in chunks]. */
function forms() {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const long = "x".repeat(FORM_BYTES);
  const bodies = [
    ["a heading of 9 MB", `${part}\r\nX-Long: ${long}\r\n\r\n${end}`],
    ["a heading without an end", `${part}\r\nX-Long: ${long}`],
    ["headings without end", `${part}\r\n${"X: y\r\n".repeat(FORM_BYTES / 6)}\r\n${end}`],
    ["9 MB before the first part", `${long}\r\n${file}Name\r\nJo${end}`],
    ["blanks after a boundary", `--${BOUNDARY}${" ".repeat(FORM_BYTES)}`],
    ["parts without end", `${`${part}\r\n\r\n\r\n`.repeat(FORM_BYTES / 60)}${file}Name\r\nJo${end}`],
    ["beginnings of a boundary", `${file}${"\r\n--\r\n".repeat(FORM_BYTES / 6)}${end}`],
  ];
  return bodies.map(([what, body]) => [what, inChunks(body, PIECE)]);
}

// Made in advance, because it takes this script some seconds.
const FORMS = forms();

/** Forms of 9 MB in pieces of 64 bytes, one after the other, and then the first from three accounts at once. */
export async function headings({ server, attacker, spends }) {
  const others = [];
  for (const at of [0, 1, 2]) others.push(await new Client(server, somewhere(60 + at)).settle(`form${at}@example.com`));
  const [checks, answers] = [[], []];
  for (const [what, chunks] of FORMS) {
    const { length } = answers;
    for (const path of ["/api/contacts/import/preview", "/api/quotes/photos"]) {
      answers.push(await spends(() => attacker.sendInChunks(path, BOUNDARY, chunks)));
    }
    const cpu = answers.slice(length).map((answer) => answer.cpu);
    checks.push(checkTime(`the server's processor for ${what}`, Math.max(...cpu), FORM_MOST));
  }
  const [[, chunks]] = FORMS;
  const together = others.map((other) => other.sendInChunks("/api/contacts/import/preview", BOUNDARY, chunks));
  answers.push(...(await Promise.all(together)));
  return [
    ...checks,
    checkTime("the slowest of them", slowest(answers), FORM_MOST * 2),
    checkMax("responses with a server error", answers.filter(({ status }) => status >= 500).length, 0),
    checkMax("connections that ended without a response", answers.filter(({ status }) => !status).length, 0),
  ];
}
