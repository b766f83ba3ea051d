// `cargo xtask prove disk`: a short history, in which every write to the disk fails once, in two ways. First the server
// may write no file beyond a size (RLIMIT_FSIZE: an I/O error), which grows by one page of the database from try to try
// until the request succeeds. Then its data is on a full disk of its own (ENOSPC), with one more free page from try to
// try.
//
// A request that fails gets 503 and changes nothing; the same request succeeds once the disk accepts it, without a
// restart; and what was acknowledged is still there after a restart. In between, nothing in the data folder can be
// written for a while, as on a disk that became read-only after a fault.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PASSWORD } from "../../web/e2e/support/account.ts";
import { getBinaryPath, removeData, startServer } from "../../web/e2e/support/server.ts";
import { Client, somewhere } from "../load/client.mjs";

/** Bytes of a page in the log of the database, with its header. */
const FRAME = 4096 + 24;
/** More pages than any request of the history writes. */
const MOST_TRIES = 500;
const LOGO = new URL("../../web/public/icons/192.png", import.meta.url);

/** The size of the small disk, which the tables of an empty server fill by half. */
const DISK_MB = 24;
const PAGE = 4096;

const ids = Object.fromEntries(
  ["contact", "item", "logo", "quote", "invoice", "expense"].map((of, at) => [
    of,
    `01900000-0000-7000-8000-00000000000${at}`,
  ]),
);
const folder = mkdtempSync(join(tmpdir(), "plumbline-disk-"));
const settings = { PLUMBLINE_TRUSTED_PROXIES: "1", PLUMBLINE_CAPTCHA_COST: "500", PLUMBLINE_PLANS: "off" };
process.env.PLUMBLINE_BIN = patient(getBinaryPath());
const disk = join(folder, "disk");
let server;
let [passed, failed] = [0, 0];
try {
  await withServer(undefined, async (owner) => {
    await everyWrite(owner, { allow: (writes) => limit(writes * FRAME), allowAll: () => limit("unlimited") });
    await onlyReads(owner);
  });
  mounted(true);
  const data = join(disk, "data");
  mkdirSync(data);
  await withServer(data, async (owner) => {
    await everyWrite(owner, { allow: leave, allowAll: () => rmSync(filler(), { force: true }) });
  });
} catch (error) {
  say(error.message, false);
} finally {
  mounted(false);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** A server with a business, whose data is in this folder or in one of its own; both are removed afterwards. */
async function withServer(data, test) {
  server = await startServer({ settings, keep: true, data });
  try {
    await test(await new Client(server, somewhere(10)).settle("owner@example.com"));
  } finally {
    if (data === undefined) unchangeable(false);
    await server.stop();
    await removeData(server.data);
  }
}

/** Each request of the history fails at its first write, then at its second, and so on, and then succeeds. */
async function everyWrite(owner, { allow, allowAll }) {
  for (const [title, request] of history(owner)) {
    await restart(owner);
    const before = await everything(owner);
    let tries = 0;
    let answer;
    for (; tries < MOST_TRIES; tries += 1) {
      allow(tries);
      answer = await request();
      allowAll();
      if (answer.status < 300) break;
      assert.equal(answer.status, 503, `${title}, at page ${tries}: ${answer.status} ${answer.text}`);
      assert.deepEqual(await everything(owner), before, `${title}, at page ${tries}, left something behind`);
    }
    say(`${title}: ${tries} writes failed, then ${answer.status}`, tries > 0 && answer.status < 300);
    assert.notDeepEqual(await everything(owner), before, `${title} changed nothing`);
  }
  const kept = await everything(owner);
  await restart(owner);
  assert.deepEqual(await everything(owner), kept);
  say("All that was acknowledged is there after a restart", true);
}

/** What a business does on a morning, request by request; each can be sent again unchanged. */
function* history(owner) {
  const post = (path, body, headers) => () => owner.ask("POST", path, { body, headers });
  yield ["A contact", post("/api/contacts", { id: ids.contact, name: "Amir Shah", email: "amir@example.com" })];
  yield [
    "An item",
    post("/api/items", {
      id: ids.item,
      name: "Tap",
      description: "",
      price: "89.90",
      includeLabour: false,
      labourHours: "",
      labourRate: "",
      labourUnitType: "hours",
    }),
  ];
  yield ["A picture", () => owner.upload("/api/files", { id: ids.logo }, "logo.png", readFileSync(LOGO))];
  yield [
    "An expense",
    post("/api/expenses", {
      id: ids.expense,
      date: "2026-11-16",
      supplier: "Anita’s Supplies",
      category: "costOfGoods",
      amount: "43.20",
      vatRate: "20",
      repeat: "never",
      receipts: [],
    }),
  ];
  for (const [kind, id, body] of [
    ["quotes", ids.quote, { ...owner.quote(), tax: "0" }],
    ["invoices", ids.invoice, { ...owner.invoice(), tax: "0" }],
  ]) {
    yield [`A draft of ${kind}`, post(`/api/${kind}`, { id, ...body })];
    yield [
      `A change to ${kind}`,
      () => owner.ask("PUT", `/api/${kind}/${id}`, { body: { version: 1, ...body, notes: "Ring first" } }),
    ];
    yield [`Sending ${kind} by link`, post(`/api/${kind}/${id}/send`, { via: "link" })];
    yield [`Sending ${kind} by email`, post(`/api/${kind}/${id}/send`, { via: "email", to: "amir@example.com" })];
  }
  const paid = { amount: "10.00", method: "cash", date: "2026-11-16" };
  yield ["A payment", post(`/api/invoices/${ids.invoice}/payments`, paid, { "idempotency-key": "a-payment" })];
}

/** A read-only disk: writes get 503, the log says why, and the server continues once the disk can be written. */
async function onlyReads(owner) {
  const before = await everything(owner);
  const requests = [...late(owner)];
  unchangeable(true);
  for (const [title, request] of requests) {
    const { status, text } = await request();
    assert.equal(status, 503, `${title} on a disk that only reads: ${status} ${text}`);
  }
  await ready(owner, 503);
  assert.match(server.log(), /takes no writes/, "the log says why it is not ready");
  assert.deepEqual(await everything(owner), before, "a disk that only reads is read");
  unchangeable(false);
  await ready(owner, 200);
  for (const [title, request] of requests) {
    const { status, text } = await request();
    assert.ok(status < 300, `${title}, once it can be written: ${status} ${text}`);
  }
  say(`A disk that only reads is told by ${requests.length} requests, and written again without a restart`, true);
}

/** The requests while the disk is read-only: something of each kind is created, changed, sent and deleted. */
function* late(owner) {
  const post = (path, body, headers) => () => owner.ask("POST", path, { body, headers });
  const [contact, item, logo, quote, expense] = [1, 2, 3, 4, 5].map(
    (at) => `01900000-0000-7000-8000-0000000001${String(at).padStart(2, "0")}`,
  );
  yield ["A contact", post("/api/contacts", { id: contact, name: "Zoe Brook" })];
  yield ["A contact from a file", () => owner.upload("/api/contacts/import", {}, "a.csv", "Name\nJo Bloggs\n")];
  yield ["An item from a file", () => owner.upload("/api/items/import", {}, "a.csv", "Name,Price\nValve,9.50\n")];
  yield [
    "Payments of a bank",
    () => owner.upload("/api/expenses/import", {}, "a.csv", "Date,Description,Amount\n16/11/2026,SHELL,-9.50\n"),
  ];
  yield ["A picture", () => owner.upload("/api/files", { id: logo }, "logo.png", readFileSync(LOGO))];
  yield [
    "An expense",
    post("/api/expenses", {
      id: expense,
      date: "2026-11-17",
      supplier: "Shell",
      category: "carVanTravelExpenses",
      amount: "12.00",
      vatRate: "20",
      repeat: "never",
      receipts: [],
    }),
  ];
  yield ["A quote", post("/api/quotes", { id: quote, ...owner.quote(), tax: "0" })];
  yield [
    "A reminder of an invoice by email",
    post(`/api/invoices/${ids.invoice}/send`, { via: "email", to: "amir@example.com" }),
  ];
  yield [
    "A payment",
    post(
      `/api/invoices/${ids.invoice}/payments`,
      { amount: "5.00", method: "cash", date: "2026-11-17" },
      { "idempotency-key": "a-late-payment" },
    ),
  ];
  yield ["An item less", () => owner.ask("DELETE", `/api/items/${ids.item}`)];
  yield ["A session", post("/api/auth/login", { username: "owner@example.com", password: PASSWORD })];
}

/** Repeats the request until the server reports whether it is ready: it relies on its last write for some seconds. */
async function ready(owner, wanted) {
  const until = performance.now() + 20_000;
  let status;
  while (status !== wanted) {
    assert.ok(performance.now() < until, `/readyz says ${status} instead of ${wanted}`);
    await sleep(200);
    ({ status } = await owner.ask("GET", "/readyz"));
  }
}

/**
 * Makes everything in the data folder read-only, also what is open already, or writable again. The index of the
 * database's log is excepted, which SQLite writes as memory: there, Linux ends a program with a signal (SIGBUS) instead
 * of reporting that a write failed.
 */
function unchangeable(is) {
  try {
    asRoot("chattr", "-R", is ? "+i" : "-i", server.data);
    const indexes = readdirSync(server.data).filter((name) => name.endsWith("-shm"));
    if (is) for (const name of indexes) asRoot("chattr", "-i", join(server.data, name));
  } catch (error) {
    // Where this is not possible, nothing was mounted.
    if (!is) return;
    const told = "no file can be made unchangeable here: run it as root or with sudo, on ext4, XFS or Btrfs (TMPDIR)";
    throw new Error(`${told}: ${error.message}`);
  }
}

function asRoot(...words) {
  const [program, ...rest] = process.getuid() === 0 ? words : ["sudo", "-n", ...words];
  execFileSync(program, rest, { stdio: "pipe" });
}

/** Mounts a small disk in memory, or unmounts it. */
function mounted(is) {
  try {
    if (is) {
      mkdirSync(disk);
      const owned = `size=${DISK_MB}m,uid=${process.getuid()},gid=${process.getgid()}`;
      asRoot("mount", "-t", "tmpfs", "-o", owned, "tmpfs", disk);
    } else asRoot("umount", disk);
  } catch (error) {
    // Where this is not possible, nothing is mounted.
    if (!is) return;
    throw new Error(
      `no disk can be mounted here: run it as root or with sudo, where mounting is allowed: ${error.message}`,
    );
  }
}

/** The file that fills the small disk. */
function filler() {
  return join(disk, "filler");
}

/** Leaves this many pages free on the small disk. */
function leave(pages) {
  const { bavail, bsize } = statfsSync(disk);
  const bytes = bavail * bsize - pages * PAGE;
  const file = openSync(filler(), "w");
  for (let at = 0; at < bytes; at += PAGE) writeSync(file, Buffer.alloc(PAGE), 0, PAGE, at);
  fsyncSync(file);
  closeSync(file);
}

/** Everything that the account can read. */
async function everything(owner) {
  const paths = ["contacts", "items", "expenses", "quotes", "invoices", "activities", "business-profiles"];
  const read = await Promise.all(paths.map((path) => owner.get(`/api/${path}`)));
  const logo = (await owner.ask("GET", `/api/files/${ids.logo}`)).status;
  return { ...Object.fromEntries(paths.map((path, at) => [path, read[at]])), logo };
}

/** A server that stops empties the log of its database, so that the next one writes from its beginning. */
async function restart(owner) {
  const port = Number(new URL(server.url).port);
  await server.stop();
  server = await startServer({ settings, keep: true, data: server.data, port });
  owner.server = server;
}

/** From now on, no file of the server may grow beyond this many bytes. */
function limit(bytes) {
  execFileSync("prlimit", [`--pid=${server.pid}`, `--fsize=${bytes}:`]);
}

/** The program, which gets an error for a failed write instead of being ended by a signal. */
function patient(program) {
  const path = join(folder, "plumbline");
  writeFileSync(path, `#!/bin/sh\ntrap '' XFSZ\nexec '${program}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

function say(what, isRight) {
  console.log(`${isRight ? "  ok  " : "  FAIL"} ${what}`);
  if (isRight) passed += 1;
  else failed += 1;
}
