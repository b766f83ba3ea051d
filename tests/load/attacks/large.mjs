// What is large because somebody has much: a year of 15,000 expenses, pictures of 24 megapixels, three accounts that
// send hostile files at once, and an account with 20,000 documents that is deleted.
import { setTimeout as sleep } from "node:timers/promises";
import { PASSWORD } from "../../../web/e2e/support/account.ts";
import { Client, somewhere } from "../client.mjs";
import { picture, zipped } from "../files.mjs";
import { checkEqual, checkMax, checkTime, MEMORY_GROWTH_MAX, slowest } from "../report.mjs";
import { HOSTILE } from "./imports.mjs";

const PREVIEW_MOST = 600;
/** In yardsticks: about 17 ms each. */
const PACK_MOST = 600;
const ROWS = 5_000;
const FILES = 3;

/** A year of 15,000 expenses, as a pack for the accountant. */
export async function year({ server, spends }) {
  const business = await new Client(server, somewhere(26)).settle("year@example.com");
  let kept = 0;
  for (let file = 0; file < FILES; file += 1) {
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const day = String((at % 28) + 1).padStart(2, "0");
      return `${day}/${String(5 + file).padStart(2, "0")}/2026,Shop ${file} ${at},-${at + 1}.10`;
    });
    const table = `Date,Description,Amount\n${rows.join("\n")}\n`;
    const { status, text } = await business.upload("/api/expenses/import", {}, "a.csv", table);
    if (status === 200) kept += JSON.parse(text).new;
  }
  const pack = await spends(() => business.ask("GET", "/api/year-pack/2026/file"));
  return [
    checkEqual("expenses of the year", kept, FILES * ROWS),
    checkEqual("status of the pack", pack.status, 200),
    checkTime("the pack", pack.ms, PACK_MOST),
    checkTime("the server's processor for the pack", pack.cpu, PACK_MOST),
  ];
}

/** As many pixels as a picture may have, wide and square, from two accounts at once. */
export async function pictures({ server, memory }) {
  const accounts = [];
  for (const at of [0, 1]) {
    accounts.push(await new Client(server, somewhere(27 + at)).settle(`pictures${at}@example.com`));
  }
  const large = [picture(6_000, 4_000), picture(4_898, 4_898)];
  const before = memory();
  const sent = accounts.flatMap((account) =>
    large.flatMap((bytes) => [0, 1].map(() => account.upload("/api/quotes/photos", {}, "a.png", bytes))),
  );
  const answers = await Promise.all(sent);
  const count = (wanted) => answers.filter(({ status }) => status === wanted).length;
  return [
    checkEqual("of 8 pictures of 24 megapixels saved or postponed", count(201) + count(429), answers.length),
    checkEqual("some of them saved", count(201) > 0, true),
    checkTime("the slowest picture", slowest(answers), 600),
    checkMax("memory that stays, MB", memory() - before, MEMORY_GROWTH_MAX),
  ];
}

/** Three accounts send each hostile file at the same time, and a fourth one sends a file of its own. */
export async function three({ server }) {
  const attackers = [];
  for (const at of [0, 1, 2]) {
    attackers.push(await new Client(server, somewhere(50 + at)).settle(`three${at}@example.com`));
  }
  const other = await new Client(server, somewhere(53)).settle("fourth@example.com");
  const [answers, beside] = [[], []];
  for (const [, ...file] of HOSTILE) {
    const work = attackers.map((attacker) => attacker.upload(...file));
    beside.push(await other.upload("/api/contacts/import/preview", {}, "mine.csv", "Name\nJo Bloggs\n"));
    answers.push(...(await Promise.all(work)));
  }
  return [
    checkTime("the slowest of three at once", slowest(answers), PREVIEW_MOST),
    checkMax("responses with a server error", answers.filter(({ status }) => status >= 500).length, 0),
    checkTime("another account's import, slowest", slowest(beside), 300),
    checkEqual("of these imports refused", beside.filter(({ status }) => status !== 200).length, 0),
  ];
}

const DOCUMENTS = 20_000;
/** As many as one request imports. */
const AT_ONCE = 500;

/** This many invoices, as another program exports them. */
function invoices(from) {
  const clients = [{ id: "c", name: "Customer", city: "Leeds" }];
  const each = Array.from({ length: AT_ONCE }, (_, at) => ({
    id: `${from + at}`,
    client_id: "c",
    number: `${from + at + 1}`,
    status_id: 2,
    date: "2025-03-04",
    due_date: "2025-04-03",
    amount: "120.00",
    balance: "120.00",
    line_items: [{ quantity: 1, cost: 100, product_key: "Work", line_total: 100, tax_name1: "VAT", tax_rate1: 20 }],
  }));
  return zipped("backup.json", JSON.stringify({ app_version: "5.10.0", clients, invoices: each }));
}

/** The business with 20,000 documents that {@link deleted} deletes, prepared in advance. */
export async function withDocuments({ server, small }) {
  const leaver = await new Client(server, somewhere(54)).settle("many@example.com");
  for (let from = 0; from < (small ? 2_500 : DOCUMENTS); from += AT_ONCE) {
    await leaver.upload("/api/arriving", { source: "invoice_ninja" }, "backup.zip", invoices(from));
  }
  return leaver;
}

/** The account is deleted completely. */
export async function deleted({ prepared: leaver, counted, small }) {
  const { total } = await leaver.get("/api/invoices?limit=1");
  const gone = await leaver.ask("DELETE", "/api/account", { body: { currentPassword: PASSWORD } });
  const start = performance.now();
  let jobs = 0;
  while (jobs === 0 && performance.now() - start < 300_000) {
    await sleep(200);
    jobs = await counted(/plumbline_jobs_ended_total\{kind="delete_account",outcome="done"\} (\d+)/);
  }
  const login = await leaver.ask("POST", "/api/auth/login", {
    body: { username: leaver.email, password: PASSWORD },
  });
  return [
    checkEqual("documents before", total, small ? 2_500 : DOCUMENTS),
    checkEqual("status of the deletion", gone.status, 204),
    checkTime("the answer", gone.ms, 600),
    checkEqual("jobs that deleted the rest", jobs, 1),
    checkEqual("status of signing in afterwards", login.status, 401),
  ];
}
