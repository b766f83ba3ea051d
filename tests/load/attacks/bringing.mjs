// Imports that are saved: as many rows as a file may have, new ones and changes to all of them; senders who disconnect
// in the middle; and many small imports at once.
import { Client, somewhere } from "../client.mjs";
import { zipped } from "../files.mjs";
import { checkEqual, checkMax, checkTime } from "../report.mjs";

const ROWS = 5_000;
/** In yardsticks: about 17 ms each. */
const KEEP_MOST = 600;
const CONTACTS = "/api/contacts/import";
const ITEMS = "/api/items/import";
const BANK = "/api/expenses/import";
const ARRIVING = "/api/arriving";

function table(head, row, rows = ROWS) {
  return `${head}\n${Array.from({ length: rows }, (_, at) => row(at)).join("\n")}\n`;
}

/** A history of 20,000 invoices of 5,000 customers. */
function history() {
  const clients = Array.from({ length: ROWS }, (_, at) => ({
    id: `c${at}`,
    name: `Customer ${at}`,
    city: "Leeds",
  }));
  const invoices = Array.from({ length: 20_000 }, (_, at) => ({
    id: `${at}`,
    client_id: `c${at % ROWS}`,
    number: `${at + 1}`,
    status_id: 2,
    date: "2025-03-04",
    due_date: "2025-04-03",
    amount: "120.00",
    balance: "120.00",
    line_items: [{ quantity: 1, cost: 100, product_key: "Work", line_total: 100, tax_name1: "VAT", tax_rate1: 20 }],
  }));
  return zipped("backup.json", JSON.stringify({ app_version: "5.10.0", clients, invoices }));
}

/** The customers that Tradify's 20,000 invoices name, who are in no list of their own. */
function named() {
  return table(
    "Invoice No,Customer,Invoice Date,Description,Quantity,Unit Price,Total",
    (at) => {
      return `${at + 1},Named ${at},25/03/2025,Work,1,100.00,100.00`;
    },
    20_000,
  );
}

const note = "Ring first. ".repeat(120);

/** This many letters in words of five, all different. */
function words(seed, letters) {
  const count = Math.floor(letters / 6);
  return Array.from({ length: count }, (_, at) => (seed * 7_919 + at).toString(36).padStart(5, "w").slice(-5)).join(
    " ",
  );
}
/** Each as [name, path, fields, file name, bytes, how many are new, how many change]. */
const KEPT = [
  [
    "5,000 contacts",
    CONTACTS,
    {},
    "a.csv",
    table("Name,Email,Phone", (at) => `Jo ${at},${at}@example.com,0113 ${at}`),
    ROWS,
    0,
  ],
  [
    "the same 5,000 contacts with more details",
    CONTACTS,
    {},
    "a.csv",
    table("Name,Email,Company,Notes", (at) => `Jo ${at},${at}@example.com,Firm ${at},${at}`),
    0,
    ROWS,
  ],
  [
    "5,000 contacts of 1.5 KB",
    CONTACTS,
    {},
    "a.csv",
    table("Name,Email,Notes", (at) => `Long ${at},l${at}@example.com,${note}`),
    ROWS,
    0,
  ],
  [
    "1,900 contacts of 5 KB",
    CONTACTS,
    {},
    "a.csv",
    table("Name,Email,Notes", (at) => `Longer ${at},n${at}@example.com,${words(at, 5_000)}`, 1_900),
    1_900,
    0,
  ],
  [
    "470 items of 20 KB",
    ITEMS,
    {},
    "a.csv",
    table("Code,Name,Price,Description", (at) => `L${at},Long ${at},${at}.10,${words(at, 20_000)}`, 470),
    470,
    0,
  ],
  [
    "5,000 items",
    ITEMS,
    {},
    "a.csv",
    table("Code,Name,Price,Cost", (at) => `C${at},Tap ${at},${at}.10,${at}.00`),
    ROWS,
    0,
  ],
  [
    "a new price for each of the 5,000 items",
    ITEMS,
    {},
    "a.csv",
    table("Code,Name,Price,Cost", (at) => `C${at},Tap ${at},${at}.20,${at}.00`),
    0,
    ROWS,
  ],
  [
    "5,000 payments of a bank",
    BANK,
    {},
    "a.csv",
    table("Date,Description,Amount", (at) => `23/11/2026,Shop ${at},-${at + 1}.10`),
    ROWS,
    undefined,
  ],
];

/** Each is saved in full. */
export async function brought({ server, spends }) {
  const someone = await new Client(server, somewhere(23)).settle("brings@example.com");
  const [checks, processor] = [[], []];
  for (const [what, path, fields, name, bytes, isNew, changed] of KEPT) {
    const { status, ms, cpu, text } = await spends(() => someone.upload(path, fields, name, bytes));
    processor.push(cpu);
    const report = status === 200 ? JSON.parse(text) : {};
    checks.push(checkTime(what, ms, KEEP_MOST), checkEqual(`${what}: new`, report.new, isNew));
    if (changed !== undefined) checks.push(checkEqual(`${what}: changed`, report.updated, changed));
  }
  for (const [what, source, name, bytes] of [
    ["a history of 20,000 invoices", "invoice_ninja", "backup.zip", history()],
    ["20,000 customers that invoices name", "tradify", "invoices.csv", named()],
  ]) {
    const other = await new Client(server, somewhere(24)).settle(`${source}@example.com`);
    const { status, ms } = await other.upload(ARRIVING, { source }, name, bytes);
    checks.push(checkEqual(`status of ${what}`, status, 200), checkTime(what, ms, KEEP_MOST * 2));
  }
  return [...checks, checkTime("the server's processor for 5,000 rows, most", Math.max(...processor), KEEP_MOST)];
}

/**
 * Senders who disconnect while they send, and while their file is saved. A file that arrived in full is saved in full:
 * the account's next one waits for it.
 */
export async function leaving({ server, chance }) {
  const someone = await new Client(server, somewhere(25)).settle("leaves@example.com");
  for (let turn = 0; turn < 20; turn += 1) {
    const file = table("Name,Email", (at) => `Jo ${turn} ${at},${turn}x${at}@example.com`, 1_000);
    const signal = AbortSignal.timeout(Math.ceil(chance() * 300));
    await someone.upload(CONTACTS, {}, "a.csv", file, signal).catch(() => undefined);
  }
  const last = await someone.upload(CONTACTS, {}, "a.csv", "Name\nThe last\n");
  const names = (await someone.get("/api/contacts")).map(({ name }) => name);
  const halves = Array.from({ length: 20 }, (_, turn) => {
    return names.filter((name) => name.startsWith(`Jo ${turn} `)).length;
  }).filter((there) => there % 1_000 !== 0);
  return [
    checkEqual("imports that were saved in part", halves.length, 0),
    checkEqual("status of the import after them", last.status, 200),
    checkTime("the import after them", last.ms, 240),
  ];
}

/** Ten accounts send twenty each. An account that sends too many at once is asked to try again later. */
export async function small({ server }) {
  const accounts = [];
  for (let at = 0; at < 10; at += 1) {
    accounts.push(await new Client(server, somewhere(40 + at)).settle(`small${at}@example.com`));
  }
  const each = accounts.flatMap((account, of) => {
    const file = (at) => `Name\nJo ${of} ${at}\n`;
    return Array.from({ length: 20 }, (_, at) => account.upload(CONTACTS, {}, "a.csv", file(at)));
  });
  const answers = await Promise.all(each);
  const kept = answers.filter(({ status }) => status === 200).length;
  const told = answers.filter(({ status }) => status === 429).length;
  const lists = await Promise.all(accounts.map((account) => account.get("/api/contacts")));
  const there = lists.flat().filter(({ name }) => name.startsWith("Jo ")).length;
  return [
    checkEqual("of 200 imports at once saved or postponed", kept + told, 200),
    checkMax("of them postponed", told, 150),
    checkEqual("contacts, one for each import that was saved", there, kept),
  ];
}
