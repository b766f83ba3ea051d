// The documents: the golden ones and as many random ones, natively by `plumbline calc`, through the WASM package (the
// same value), and, for the golden cases, over HTTP (the same bytes).

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { binary, made, output } from "./native.mjs";

const golden = fileURLToPath(new URL("../golden/", import.meta.url));

let passed = 0;
const failures = [];

function check(what, native, other) {
  if (native === other) passed += 1;
  else failures.push(`${what}\n  native: ${native}\n  other:  ${other}`);
}

/** What `plumbline calc` answers to these documents, one each. */
function native(documents) {
  const answers = output(binary, ["calc"], `${documents.join("\n")}\n`).split("\n");
  if (answers.pop() !== "" || answers.length !== documents.length) {
    throw new Error(`calc gave ${answers.length} answers to ${documents.length} documents`);
  }
  return answers;
}

/** The answer of a WASM door: what it gives or the error body that it throws. */
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

/** The documents of the golden cases, each on one line; blank ones, which calc passes over, apart. */
function goldenDocuments() {
  return readdirSync(golden)
    .filter((name) => name.endsWith(".json") && !name.startsWith("rules-"))
    .flatMap((name) => JSON.parse(readFileSync(join(golden, name), "utf8")).cases)
    .map(({ text, input }) => text ?? JSON.stringify(input))
    .filter((text) => text.trim() !== "");
}

/** As values, which is how documents cross in the browser: what JSON.parse makes of their text. */
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
    // Of several fields of a wrong type each reader names the first that it meets.
    const isShape = (body) => ["wrong_type", "unknown_value", "required"].includes(body.errors?.[0]?.code);
    if (isShape(told) && isShape(given)) passed += 1;
    else checkValue(JSON.stringify(value), told, given);
  });
}

/** The discount for a sum 'all in', natively and in WASM. */
function allIn(rules) {
  const { cases } = JSON.parse(readFileSync(join(golden, "all-in.json"), "utf8"));
  for (const { name, input, target } of cases) {
    const told = JSON.parse(output(binary, ["calc", `--all-in=${target}`], `${JSON.stringify(input)}\n`));
    checkValue(name, told, answer(() => rules.discountFor(input, target)));
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

/** Runs every document; returns how many held and what those that did not hold answered. */
export async function checkDocuments(rules) {
  const goldens = goldenDocuments();
  asValues(rules, goldens);
  asValues(rules, made("documents"));
  allIn(rules);
  await throughHttp(goldens);
  return { passed, failures };
}
