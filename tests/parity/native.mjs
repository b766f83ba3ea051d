// The native door: the server's binary, which PLUMBLINE_BIN names, and what the examples of `core` make at random.

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Half of the cases are documents, half sequences of edits. */
const COUNT = Number(process.env.PLUMBLINE_CASES) / 2;
const SEED = process.env.PLUMBLINE_SEED;

const root = fileURLToPath(new URL("../../", import.meta.url));

export const binary = process.env.PLUMBLINE_BIN;
if (!binary) throw new Error("PLUMBLINE_BIN must name the server's binary.");

/** What a program says, given this; one that fails is an error. */
export function output(command, args, input) {
  const done = spawnSync(command, args, { cwd: root, input, maxBuffer: 2 ** 30, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error ?? done.stderr}`);
  return done.stdout;
}

/** What this example of `core`, which is built beside the server, makes at random from the seed: a text each. */
export function made(example) {
  const program = join(dirname(binary), "examples", example);
  const texts = output(program, [String(COUNT), SEED]).trimEnd().split("\n");
  if (texts.length !== COUNT) throw new Error(`${texts.length} ${example} were made, not ${COUNT}`);
  return texts;
}
