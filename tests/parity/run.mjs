// The same document, the same bytes, through three doors (rules.md, section 6): natively by
// `plumbline calc`, through the WASM package in Node, and, for the golden cases, over HTTP.
// PLUMBLINE_BIN names the server's binary; the WASM package must have been built.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkRules } from "./rules.mjs";

const COUNT = 100_000;
const SEED = 20_261_121;

const root = fileURLToPath(new URL("../../", import.meta.url));
const golden = join(root, "tests/golden");
const binary = process.env.PLUMBLINE_BIN;
if (!binary) throw new Error("PLUMBLINE_BIN must name the server's binary.");

let passed = 0;
const failures = [];
function check(what, native, other) {
  if (native === other) passed += 1;
  else failures.push(`${what}\n  native: ${native}\n  other:  ${other}`);
}

/** The package without a bundler. */
async function loadRules() {
  const folder = new URL("../../web/src/rules/pkg/", import.meta.url);
  const rules = await import(new URL("plumbline_bg.js", folder));
  const bytes = readFileSync(new URL("plumbline_bg.wasm", folder));
  const { instance } = await WebAssembly.instantiate(bytes, { "./plumbline_bg.js": rules });
  rules.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return rules;
}

function output(command, args, input) {
  const done = spawnSync(command, args, { cwd: root, input, maxBuffer: 2 ** 30, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error ?? done.stderr}`);
  return done.stdout;
}

/** What `plumbline calc` answers to these documents, one each. */
function native(documents) {
  const answers = output(binary, ["calc"], `${documents.join("\n")}\n`).split("\n");
  if (answers.pop() !== "" || answers.length !== documents.length) {
    throw new Error(`calc gave ${answers.length} answers to ${documents.length} documents`);
  }
  return answers;
}

/** The answer of a WASM door: what it gives or what it throws. */
function answer(door) {
  try {
    return door();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    return thrown;
  }
}

/** The documents of the golden cases, each on one line; blank ones, which calc passes over, apart. */
function goldenDocuments() {
  return readdirSync(golden)
    .filter((name) => name.endsWith(".json") && !name.startsWith("rules-"))
    .flatMap((name) => JSON.parse(readFileSync(join(golden, name), "utf8")).cases)
    .map(({ text, input }) => text ?? JSON.stringify(input))
    .filter((text) => text.trim() !== "");
}

function throughWasm(rules, documents) {
  const answers = native(documents);
  documents.forEach((document, at) => {
    check(document, answers[at], answer(() => rules.calculate(document)));
  });
}

/** A draft that is changed line by line ends where a document read at once does. */
function throughDrafts(rules, documents) {
  for (const text of documents) {
    const whole = answer(() => rules.calculate(text));
    if (!whole.startsWith('{"items"')) continue;
    const lines = JSON.parse(whole).items.length;
    const draft = new rules.Draft(text);
    for (let at = 0; at < lines; at += 1) draft.moveLine(lines - 1, at);
    for (let at = 0; at < lines; at += 1) draft.moveLine(0, lines - 1 - at);
    draft.insertLine(0, '{"id":"x","quantity":"2","price":"3"}');
    draft.setLine(0, '{"id":"y","quantity":"2","price":"4"}');
    draft.removeLine(0);
    draft.setHeader(text);
    check(`draft of ${text}`, whole, answer(() => draft.totals()));
    draft.free();
  }
}

async function throughHttp(documents) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-parity-"));
  const server = spawn(binary, ["serve"], {
    cwd: folder,
    env: { ...process.env, PLUMBLINE_LISTEN: "127.0.0.1:0", PLUMBLINE_DATA: join(folder, "data") },
  });
  try {
    const address = await new Promise((resolve, reject) => {
      let said = "";
      const listen = (chunk) => {
        said += chunk;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      server.stdout.on("data", listen);
      server.stderr.on("data", listen);
      server.on("exit", () => reject(new Error(`the server ended: ${said}`)));
    });
    const answers = native(documents);
    for (const [at, document] of documents.entries()) {
      for (const kind of ["quotes", "invoices"]) {
        const response = await fetch(`${address}/api/${kind}/preview`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: document,
        });
        check(`${kind} preview of ${document}`, answers[at], await response.text());
      }
    }
  } finally {
    server.removeAllListeners("exit");
    server.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const rules = await loadRules();
const goldens = goldenDocuments();
const made = ["run", "--quiet", "--package", "plumbline-core", "--example", "documents", "--", String(COUNT), String(SEED)];
const random = output(process.env.CARGO ?? "cargo", made).trimEnd().split("\n");
if (random.length !== COUNT) throw new Error(`${random.length} documents were made, not ${COUNT}`);

throughWasm(rules, goldens);
throughWasm(rules, random);
throughDrafts(rules, random.slice(0, 2_000));
await throughHttp(goldens);
const documentRules = checkRules(rules);
passed += documentRules.passed;
failures.push(...documentRules.failures);

for (const failure of failures.slice(0, 20)) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
