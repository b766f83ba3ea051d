// The documents: the golden ones and random ones, natively by `plumbline calc`, through the WASM package (the same
// value), and over HTTP (the same bytes): the golden ones, and of the random ones those whose prices include VAT.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { binary, generateDocuments, runProgram } from "./native.mjs";

const golden = fileURLToPath(new URL("../golden/", import.meta.url));

/** For how many random documents previews are requested: each takes a server much longer than core. */
const OVER_HTTP = 20_000;

let passed = 0;
const failures = [];

function check(what, native, other) {
  if (native === other) passed += 1;
  else failures.push(`${what}\n  native: ${native}\n  other:  ${other}`);
}

/** The results of `plumbline calc` for these documents, one each. */
function native(documents) {
  const answers = runProgram(binary, ["calc"], `${documents.join("\n")}\n`).split("\n");
  if (answers.pop() !== "" || answers.length !== documents.length) {
    throw new Error(`calc gave ${answers.length} answers to ${documents.length} documents`);
  }
  return answers;
}

/** The result of a WASM function: its value, or the error body that it throws. */
function answer(door) {
  try {
    return door();
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  }
}

function checkValue(what, native, other) {
  if (isDeepStrictEqual(native, other)) passed += 1;
  else failures.push(`${what}\n  native: ${JSON.stringify(native)}\n  other:  ${JSON.stringify(other)}`);
}

/** The documents of the golden cases, each on one line; blank ones, which calc skips, are separate. */
function goldenDocuments() {
  return readdirSync(golden)
    .filter((name) => name.endsWith(".json") && !name.startsWith("rules-"))
    .flatMap((name) => JSON.parse(readFileSync(join(golden, name), "utf8")).cases)
    .map(({ text, input }) => text ?? JSON.stringify(input))
    .filter((text) => text.trim() !== "");
}

/** As values, which is how documents are passed in the browser: what JSON.parse makes of their text. */
function asValues(rules, documents) {
  const values = documents.flatMap((text) => {
    try {
      return [JSON.parse(text)];
    } catch {
      return []; // The browser would not come this far.
    }
  });
  const objects = values.filter((value) => typeof value === "object" && value !== null && !Array.isArray(value));
  const answers = native(objects.map((value) => JSON.stringify(value)));
  objects.forEach((value, at) => {
    const told = JSON.parse(answers[at]);
    const given = answer(() => rules.calculate(value));
    // If several fields have a wrong type, each reader names the first that it meets.
    const isShape = (body) => ["wrong_type", "unknown_value", "required"].includes(body.errors?.[0]?.code);
    if (isShape(told) && isShape(given)) passed += 1;
    else checkValue(JSON.stringify(value), told, given);
  });
}

/** The discount for an 'all in' total, natively and in WASM. */
function allIn(rules) {
  const { cases } = JSON.parse(readFileSync(join(golden, "all-in.json"), "utf8"));
  for (const { name, input, target } of cases) {
    const told = JSON.parse(runProgram(binary, ["calc", `--all-in=${target}`], `${JSON.stringify(input)}\n`));
    checkValue(name, told, answer(() => rules.discountFor(input, target)));
  }
}

/** How many requests are under way at once: a core calculates while others are sent. */
const LANES = 8;

/** The bytes of the response to a body, whatever the status. */
function post(agent, url, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const asked = request(url, { agent, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Both previews of each golden document, and one of each random document, as a quote or as an invoice by turns. */
async function throughHttp(goldens, random) {
  const cases = [
    ...goldens.flatMap((document) => ["quotes", "invoices"].map((kind) => ({ kind, document }))),
    ...random.map((document, at) => ({ kind: at % 2 === 0 ? "quotes" : "invoices", document })),
  ];
  const answers = native(cases.map(({ document }) => document));
  const folder = mkdtempSync(join(tmpdir(), "plumbline-parity-"));
  const server = spawn(binary, ["serve"], {
    cwd: folder,
    env: { ...process.env, PLUMBLINE_LISTEN: "127.0.0.1:0", PLUMBLINE_DATA: join(folder, "data") },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
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
    let next = 0;
    const lane = async () => {
      while (next < cases.length) {
        const at = next;
        next += 1;
        const { kind, document } = cases[at];
        const text = await post(agent, `${address}/api/${kind}/preview`, document);
        check(`${kind} preview of ${document}`, answers[at], text);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  } finally {
    agent.destroy();
    server.removeAllListeners("exit");
    server.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs every document; returns how many passed, and the results of those that did not. */
export async function checkDocuments(rules) {
  const goldens = goldenDocuments();
  const [withVat, others] = generateDocuments();
  asValues(rules, goldens);
  asValues(rules, withVat);
  asValues(rules, others);
  allIn(rules);
  await throughHttp(goldens, withVat.slice(0, OVER_HTTP));
  return { passed, failures };
}
