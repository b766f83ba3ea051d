// Reports wording to avoid in texts for users: in the strings and texts of the web app, the messages of the
// rules and the server, and the templates of emails and pages. Comments are not checked.
// Usage: node scripts/check-words.mjs

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * The folders to check, with the files to check in each.
 * @type {[string, RegExp][]}
 */
const PLACES = [
  ["web/src", /(?<!\.test)\.tsx?$/],
  ["core/src", /\.rs$/],
  ["server/platform/src", /\.rs$/],
  ["server/records/src", /\.rs$/],
  ["server/tax/src", /\.rs$/],
  ["server/work/src", /\.rs$/],
  ["server/app/src", /\.rs$/],
  ["server/templates", /\.(html|txt)$/],
];

/** Not read by customers or businesses: generated code, tests, and texts for operators only. */
const EXCLUDED =
  /\/(generated|testing|pkg|tests|demo|backup|config|doctor|cli|metrics|db|jobs)\/|\/(tests|cli|first_start|zipped)\.rs$/;

/**
 * A wording to avoid, and what to write instead.
 * @type {[RegExp, string][]}
 */
const WORDINGS = [
  [/\bmend (the|this|it|a|your)\b|\bmend(s|ed|ing) /i, "fix"],
  [/\bwhoever\b/i, "anyone who, or the people who"],
  [/\bwith your leave\b/i, "if you agree"],
  [/\buntil which\b/i, "the date it runs out"],
  [/\bas one sum\b/i, "as one total"],
  [/\bsay of each\b/i, "pick one for each"],
  [/\bbehind the link\b/i, "on its page"],
  [/\bbelow nothing\b/i, "negative"],
  [/\bstands? (here|there|below|above|beside|behind|nowhere|on every|at the top)\b/i, "is, appears or goes"],
  [/\b(is|are) told\b/i, "we tell, or we let them know"],
  [/\btake no notice\b/i, "ignore"],
  [/\banswer this email\b/i, "reply to this email"],
  [/\bthere already\b/i, "already there"],
  [/\b(goes|go|went) by (itself|themselves)\b/i, "automatically"],
];

/**
 * The files below a folder, by their paths from the root.
 * @param {string} folder
 * @param {RegExp} wanted
 * @returns {Generator<string, void, unknown>}
 */
function* filesIn(folder, wanted) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (EXCLUDED.test(`${path}${entry.isDirectory() ? "/" : ""}`)) continue;
    if (entry.isDirectory()) yield* filesIn(path, wanted);
    else if (wanted.test(path)) yield path;
  }
}

/**
 * A line of code without its comment; empty for comments, Rust attributes and similar lines.
 * @param {string} line
 * @param {string} path
 */
const stripComment = (line, path) =>
  /\.(html|txt)$/.test(path) || !/^\s*(\/\/|\*|\/\*|\{\/\*|#\[|reason = )/.test(line)
    ? line.replace(/\s\/\/ .*$/, "")
    : "";

/** @type {string[]} */
const found = [];
for (const [folder, wanted] of PLACES) {
  for (const path of filesIn(folder, wanted)) {
    const text = readFileSync(join(ROOT, path), "utf8");
    const checkedText = path.endsWith(".rs") ? (text.split("#[cfg(test)]\nmod ")[0] ?? "") : text;
    checkedText.split("\n").forEach((code, at) => {
      const line = stripComment(code, path);
      for (const [wording, instead] of WORDINGS) {
        const match = wording.exec(line);
        if (match) found.push(`${relative(".", path)}:${at + 1}: “${match[0]}”: write ${instead}`);
      }
    });
  }
}
for (const one of found) console.error(one);
if (found.length > 0) process.exitCode = 1;
