// Which modules of `src` the pages need, including types and parts that load later.

import { FOR_TESTS } from "./floors.mjs";

/** @typedef {import("./imports.mjs").Import} Import */

/**
 * The entry points: the app, the customer's page, the page that checks whether an invoice is genuine, the
 * marketing pages as the build and as a browser load them, and the service worker.
 */
export const ENTRIES = [
  "main.tsx",
  "public.tsx",
  "check.tsx",
  "site-pages.tsx",
  "site.ts",
  "offline/worker/service-worker.ts",
];

const TEST = new RegExp(`\\.test\\.tsx?$|^${FOR_TESTS}/`);

/** Removes the extension, which imports usually omit. @param {string} path */
const bare = (path) => path.replace(/\.tsx?$/, "");

/**
 * The modules that no entry point reaches. Modules that only tests import are included; tests aren't.
 * @param {string[]} modules
 * @param {Import[]} imports
 * @param {string[]} [entries]
 * @returns {string[]}
 */
export function unreached(modules, imports, entries = ENTRIES) {
  /** @type {Map<string, string[]>} */
  const aims = new Map();
  for (const { from, to } of imports) {
    const known = aims.get(bare(from)) ?? [];
    known.push(bare(to));
    aims.set(bare(from), known);
  }
  const reached = new Set(entries.map(bare));
  for (const one of reached) for (const next of aims.get(one) ?? []) reached.add(next);
  return modules.filter((module) => !TEST.test(module) && !reached.has(bare(module)));
}
