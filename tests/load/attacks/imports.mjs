// Uploads that are small to send: files of other programs that are made to be large or slow to read, and pictures with
// more data than their pixels. Some of the senders do not wait for the response.
import { setTimeout as sleep } from "node:timers/promises";
import { Client, somewhere } from "../client.mjs";
import { jpegOfTexts, largePng, png, webp, zipped } from "../files.mjs";
import { checkEqual, checkMax, checkTime, MEMORY_GROWTH_MAX, slowest } from "../report.mjs";

/** In yardsticks: about 17 ms each. */
const READ_MOST = 300;
const PROFILE = 250_000_000;
const ABORTED_AFTER_MS = 40;

const PREVIEW = "/api/arriving/preview";
const PICTURES = "/api/quotes/photos";
const from = (source) => ({ source });

/** Each as [name, path, fields, file name, bytes]. */
function hostile() {
  const rows = (head, row) => `${head}\n${Array.from({ length: 5_000 }, (_, at) => row(at)).join("\n")}\n`;
  const clients = Array(4_900).fill("{}").join(",");
  const contacts = Array(8_000).fill('{"email":"a@example.com"}').join(",");
  return [
    [
      "8,000,000 customers",
      PREVIEW,
      from("invoice_ninja"),
      "backup.zip",
      zipped("backup.json", `{"clients":[${"{},".repeat(8_000_000)}{}]}`),
    ],
    [
      "customers by people",
      PREVIEW,
      from("invoice_ninja"),
      "backup.zip",
      zipped("backup.json", `{"clients":[${clients}],"client_contacts":[${contacts}]}`),
    ],
    [
      "documents of many lines",
      PREVIEW,
      from("invoice_ninja"),
      "backup.zip",
      zipped("backup.json", `{"invoices":[${`{"line_items":[${"{},".repeat(500)}{}]},`.repeat(9_000)}{}]}`),
    ],
    [
      "a text without end",
      PREVIEW,
      from("invoice_ninja"),
      "backup.zip",
      zipped("backup.json", `{"x":"${"x".repeat(100_000_000)}"}`),
    ],
    [
      "brackets without end",
      PREVIEW,
      from("invoice_ninja"),
      "backup.zip",
      zipped("backup.json", `{"x":${"[".repeat(100_000_000)}`),
    ],
    [
      "rows without end",
      PREVIEW,
      from("tradify"),
      "customers.zip",
      zipped("customers.csv", `Customer Name,\n${"a,\n".repeat(16_000_000)}`),
    ],
    [
      "columns without end",
      PREVIEW,
      from("tradify"),
      "customers.zip",
      zipped("customers.csv", `Customer Name,\n${",".repeat(40_000_000)}`),
    ],
    [
      "one name 5,000 times",
      "/api/contacts/import/preview",
      {},
      "a.csv",
      rows("Name,Email", (at) => `Jo Bloggs,${at}@example.com`),
    ],
    [
      "300 telephones a contact",
      "/api/contacts/import/preview",
      {},
      "a.csv",
      rows(`Name${",Phone".repeat(299)}`, (at) => `${at}${",1".repeat(299)}`),
    ],
    [
      "300 words a payment",
      "/api/expenses/import/preview",
      {},
      "a.csv",
      rows(
        `Date,Amount${",Memo".repeat(298)}`,
        (at) => `23/11/2026,-1${Array.from({ length: 298 }, (_, n) => `,${(at + n) % 999}`).join("")}`,
      ),
    ],
    [
      "job addresses without end",
      "/api/contacts/import/preview",
      {},
      "a.csv",
      `Name,Job addresses\nJo,"${"a\n".repeat(4_000_000)}"\n`,
    ],
    [
      "a card of semicolons",
      "/api/contacts/import/preview",
      {},
      "a.vcf",
      `BEGIN:VCARD\nN:${";".repeat(9_000_000)}\nEND:VCARD\n`,
    ],
    [
      "a card of telephones",
      "/api/contacts/import/preview",
      {},
      "a.vcf",
      `BEGIN:VCARD\nFN:Jo\n${"TEL:1\n".repeat(1_500_000)}END:VCARD\n`,
    ],
    ["commas without end", "/api/items/import/preview", {}, "a.csv", `Name,Price\n${",".repeat(9_000_000)}`],
    ["a colour profile", PICTURES, {}, "a.png", PICTURE],
    ["a colour profile before a cut-off end", PICTURES, {}, "a.png", CUT_OFF],
    ["a text in 140,000 parts", PICTURES, {}, "a.jpg", jpegOfTexts()],
    ["a missing orientation", PICTURES, {}, "a.webp", webp()],
  ];
}

// Made in advance, because compressing them takes this script some seconds.
const PICTURE = png(PROFILE);
const CUT_OFF = PICTURE.subarray(0, -1);
const LARGE = largePng();
export const HOSTILE = hostile();

/** One account sends each of them, and another one sends a file of its own at the same time. */
export async function imports({ server, attacker, spends }) {
  const other = await new Client(server, somewhere(21)).settle("beside@example.com");
  const small = ["/api/contacts/import/preview", {}, "mine.csv", "Name,Email\nJo Bloggs,jo@example.com\n"];
  const [checks, answers, beside] = [[], [], []];
  for (const [what, ...file] of HOSTILE) {
    const work = spends(() => attacker.upload(...file));
    await sleep(ABORTED_AFTER_MS);
    beside.push(await other.upload(...small));
    const answer = await work;
    if (answer.status >= 500) console.log(`       ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    checks.push(checkTime(what, answer.ms, READ_MOST));
    answers.push(answer);
  }
  return [
    ...checks,
    checkTime("the server's processor for one of them, most", Math.max(...answers.map(({ cpu }) => cpu)), READ_MOST),
    checkMax("responses with a server error", answers.filter(({ status }) => status >= 500).length, 0),
    checkTime("another account's import, slowest", slowest(beside), 120),
    checkEqual("of these imports refused", beside.filter(({ status }) => status !== 200).length, 0),
  ];
}

/** Pictures with as many pixels as are accepted, from four accounts at once. */
export async function largePictures({ server }) {
  const names = ["one", "two", "three", "four"];
  const accounts = await Promise.all(
    names.map((name, at) => new Client(server, somewhere(31 + at)).settle(`large-${name}@example.com`)),
  );
  const answers = await Promise.all(accounts.map((account) => account.upload(PICTURES, {}, "a.png", LARGE)));
  return [
    checkEqual("of these pictures saved", answers.filter(({ status }) => status === 201).length, names.length),
    checkTime("the slowest of four large pictures", slowest(answers), READ_MOST),
  ];
}

/** Uploads whose senders disconnect, soon and at random moments; then many small ones at once. */
export async function aborted({ server, attacker, memory, chance }) {
  const gone = async (after, file) => {
    const signal = AbortSignal.timeout(after);
    await attacker.upload(...file, signal).catch(() => undefined);
  };
  const before = memory();
  await Promise.all(
    Array.from({ length: 16 }, (_, at) => gone(ABORTED_AFTER_MS, [PICTURES, {}, "a.png", at % 2 ? PICTURE : CUT_OFF])),
  );
  await Promise.all(HOSTILE.slice(0, 8).map(([, ...file]) => gone(ABORTED_AFTER_MS, file)));
  for (const [, ...file] of HOSTILE) await gone(Math.ceil(chance() * 400), file);
  const later = await new Client(server, somewhere(22)).settle("later@example.com");
  // What they left behind is finished, or gives way.
  const own = await later.upload("/api/contacts/import/preview", {}, "mine.csv", "Name\nJo Bloggs\n");
  const many = await Promise.all(
    Array.from({ length: 200 }, () => later.upload(PICTURES, {}, "a.png", png())),
  );
  const kept = many.filter(({ status }) => status === 201).length;
  const told = many.filter(({ status }) => status === 429).length;
  return [
    checkEqual("status of another account's import", own.status, 200),
    checkTime("another account's import", own.ms, 120),
    checkEqual("of 200 pictures at once saved or postponed", kept + told, 200),
    checkEqual("some of them saved", kept > 0, true),
    checkMax("memory that stays, MB", memory() - before, MEMORY_GROWTH_MAX),
  ];
}
