// The examples in docs/rules.md, section 9: each block of code is run as it is printed there, and its result compared
// with the block after it. PLUMBLINE_NPM names the folder of the npm package.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { startServer } from "../../web/e2e/support/server.ts";
import { binary } from "./native.mjs";

const exec = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HEADING = "## 9. The same document from Rust, Node, the command line and HTTP\n";
/** The languages of the blocks: the document, then each example with its result. */
const LANGUAGES = ["json", "rust", "text", "js", "text", "sh", "json", "sh", "json"];
/** The address of the server on the page. */
const ADDRESS = "http://127.0.0.1:8080";

/** Runs every example; returns how many passed and what the others printed. */
export async function checkExamples() {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-examples-"));
  try {
    return await checkIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkIn(folder) {
  const page = await readFile(join(ROOT, "docs/rules.md"), "utf8");
  const blocks = readBlocks(page.split(HEADING)[1] ?? "");
  const languages = blocks.map(({ language }) => language);
  if (!isDeepStrictEqual(languages, LANGUAGES)) {
    throw new Error(`the blocks of docs/rules.md, section 9, are ${languages.join(", ")}`);
  }
  const [document, rust, rustResult, node, nodeResult, calc, calcResult, http, httpResult] = blocks.map(
    ({ text }) => text,
  );
  await writeFile(join(folder, "document.json"), document);

  const failures = [];
  let passed = 0;
  const check = (what, printed, got) => {
    if (printed === got) passed += 1;
    else failures.push(`docs/rules.md, section 9: ${what}\n  printed: ${printed}\n  got:     ${got}`);
  };
  const run = async (program, args, env = process.env) =>
    (await exec(program, args, { cwd: folder, env })).stdout;

  check("core/examples/totals.rs", rust, await readFile(join(ROOT, "core/examples/totals.rs"), "utf8"));
  check("Rust", rustResult, await run(join(dirname(binary), "examples/totals"), []));

  const rules = await installPackage(folder);
  await writeFile(join(folder, "example.mjs"), node);
  check("Node", nodeResult, await run(process.execPath, ["example.mjs"]));
  const totals = await loadForBrowsers(rules).then(({ calculate }) => calculate(JSON.parse(document)));
  check("the package in a browser", oneLine(calcResult), JSON.stringify(totals));
  check("the package's types", "", await typeErrors(folder));

  const PATH = [dirname(binary), process.env.PATH].join(delimiter);
  check(
    "the command line",
    `${oneLine(calcResult)}\n`,
    await run("sh", ["-c", calc], { ...process.env, PATH }),
  );

  const server = await startServer();
  try {
    const command = http.replace(ADDRESS, server.url);
    if (command === http) throw new Error(`the HTTP example does not call ${ADDRESS}`);
    const env = { ...process.env, NO_PROXY: "127.0.0.1" };
    check("HTTP", oneLine(httpResult), await run("sh", ["-c", command], env));
  } finally {
    await server.stop();
  }
  return { passed, failures };
}

/** The blocks of code in a text. */
function readBlocks(text) {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text }));
}

/** JSON without the line breaks and spaces that make it readable. */
function oneLine(json) {
  return JSON.stringify(JSON.parse(json));
}

/** Installs the package from its tarball, and returns its folder. */
async function installPackage(folder) {
  const source = process.env.PLUMBLINE_NPM;
  if (!source) throw new Error("PLUMBLINE_NPM must name the folder of the npm package.");
  const { stdout } = await exec("npm", ["pack", "--silent", "--pack-destination", folder, source]);
  const tarball = join(folder, stdout.trim());
  await exec("npm", ["install", "--prefix", folder, "--offline", "--no-audit", "--no-fund", tarball]);
  return join(folder, "node_modules/@plumbline/rules");
}

/** The entry for browsers, in this process: `fetch` reads its files. */
async function loadForBrowsers(folder) {
  const { fetch } = globalThis;
  globalThis.fetch = async (url) =>
    new Response(await readFile(url), { headers: { "content-type": "application/wasm" } });
  try {
    return await import(pathToFileURL(join(folder, "browser.js")));
  } finally {
    globalThis.fetch = fetch;
  }
}

const TYPED = `import { calculate, type Totals, validate } from "@plumbline/rules";
const totals: Totals = calculate({ items: [] });
export const texts: string[] = [totals.totalAmount, ...validate({}).map(({ code }) => code)];
// @ts-expect-error An amount is a text.
export const amount: number = totals.totalAmount;
`;

/** What TypeScript says about a program that uses the package; empty if it has no errors. */
async function typeErrors(folder) {
  await writeFile(join(folder, "typed.mts"), TYPED);
  const options = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "esnext",
    "--lib",
    "esnext,dom",
  ];
  const tsc = join(ROOT, "web/node_modules/@typescript/native/bin/tsc");
  try {
    await exec(process.execPath, [tsc, ...options, "typed.mts"], { cwd: folder });
    return "";
  } catch (error) {
    return error.stdout || String(error);
  }
}
