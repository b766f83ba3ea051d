// The native rules: the server's binary, which PLUMBLINE_BIN names, and random cases from the examples of `core`.

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Documents whose prices include VAT; there are half as many whose prices do not. */
const DOCUMENTS = Number(process.env.PLUMBLINE_DOCUMENTS);
/** Sequences of edits. */
const EDITS = Number(process.env.PLUMBLINE_EDITS);
const SEED = process.env.PLUMBLINE_SEED;

const root = fileURLToPath(new URL("../../", import.meta.url));

export const binary = process.env.PLUMBLINE_BIN;
if (!binary) throw new Error("PLUMBLINE_BIN must name the server's binary.");

/** Runs a program with this input, and returns its output; throws if it fails. */
export function runProgram(command, args, input) {
  const done = spawnSync(command, args, { cwd: root, input, maxBuffer: 2 ** 30, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error ?? done.stderr}`);
  return done.stdout;
}

/** Runs an example of `core`, which is built next to the server: random cases for the seed, one per line. */
function generate(example, count, expected = count) {
  const program = join(dirname(binary), "examples", example);
  const texts = runProgram(program, [String(count), SEED]).trimEnd().split("\n");
  if (texts.length !== expected) throw new Error(`${texts.length} ${example} were generated, not ${expected}`);
  return texts;
}

/** Random documents: a list of those whose prices include VAT, and a list of the others. */
export function generateDocuments() {
  const texts = generate("documents", DOCUMENTS, DOCUMENTS + Math.floor(DOCUMENTS / 2));
  return [texts.slice(0, DOCUMENTS), texts.slice(DOCUMENTS)];
}

/** Random sequences of edits, each with core's native result. */
export const generateEdits = () => generate("edits", EDITS);
