// What imports what, told by Vite's own parser: types and `import()` count as well.

import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { parseSync, Visitor } from "vite";

/**
 * One import of a file of ours, paths within the folder and without `./`; `to` is as it was written, mostly without
 * its ending.
 * @typedef {{ from: string, to: string, line: number }} Import
 */

const MODULE = /\.tsx?$/;

/** The package of the rules is built, not written. */
const BUILT = "rules/pkg/";

/**
 * The relative imports of one module.
 * @param {string} file its path within the folder
 * @param {string} source its text
 * @returns {Import[]}
 */
export function importsOf(file, source) {
  const { program, errors } = parseSync(file, source);
  const [wrong] = errors;
  if (wrong) throw new Error(`${file}: ${wrong.message}`);
  /** @type {Import[]} */
  const found = [];
  /** @param {{ source: { type: string, start: number, value?: unknown } | null }} node */
  const note = ({ source: named }) => {
    if (typeof named?.value !== "string" || !named.value.startsWith(".")) return;
    const line = source.slice(0, named.start).split("\n").length;
    found.push({ from: file, to: within(dirname(file), named.value), line });
  };
  new Visitor({
    ImportDeclaration: note,
    ExportNamedDeclaration: note,
    ExportAllDeclaration: note,
    ImportExpression: note,
    TSImportType: note,
  }).visit(program);
  return found.sort((a, b) => a.line - b.line);
}

/**
 * The modules under a folder, paths within it.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function modulesIn(folder) {
  const names = await readdir(folder, { recursive: true });
  return names
    .map(slashed)
    .filter((name) => MODULE.test(name) && !name.startsWith(BUILT))
    .sort();
}

/**
 * The relative imports of all modules under a folder.
 * @param {string} folder
 * @returns {Promise<Import[]>}
 */
export async function importsIn(folder) {
  const names = await modulesIn(folder);
  const each = await Promise.all(
    names.map(async (name) => importsOf(name, await readFile(join(folder, name), "utf8"))),
  );
  return each.flat();
}

/** @param {string[]} parts */
const within = (...parts) => slashed(normalize(join(...parts)));

/** @param {string} path */
const slashed = (path) => path.split(sep).join("/");
