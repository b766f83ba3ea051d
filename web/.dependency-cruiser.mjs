// The rules for imports between the modules of `src`, checked by dependency-cruiser: only to lower layers, and
// without cycles. It needs the programming interface of TypeScript 6, which version 7 doesn't have. Therefore
// package.json names 6 as `typescript`, and 7, which has the `tsc` command, as `@typescript/native`.

import { readFileSync } from "node:fs";

/** @typedef {import("dependency-cruiser").IConfiguration} Configuration */
/** @typedef {import("dependency-cruiser").IForbiddenRuleType} Rule */

/**
 * The layers of `src`, lowest first. A folder imports only from lower layers; folders in one layer don't import
 * each other. Above them is `src` itself, with the pages' entry points.
 */
const LAYERS = [["api", "ui"], ["offline", "rules"], ["entities"], ["documents"], ["features"], ["app"]];

/** The helpers of the component tests. They are in no layer: they open the whole app, and only tests import them. */
const TESTING = "^src/testing/";
const TEST = "\\.test\\.tsx?$";

const ENTRY_POINT = "^src/[^/]+$";

/**
 * Where the pages start: the app, the customer's page, the page that checks whether an invoice is genuine, the
 * marketing pages as the build and as a browser load them, and the service worker.
 */
const ENTRIES = "^src/((main|public|check|site-pages)\\.tsx|site\\.ts|offline/worker/service-worker\\.ts)$";

const GENERATED = "^src/api/generated/";

/** @param {string[]} folders */
const inFolders = (folders) => `^src/(${folders.join("|")})/`;

/** @type {Rule[]} */
const layers = LAYERS.map((folders, at) => ({
  name: `below-${folders.join("-and-")}`,
  comment: "Imports go to lower layers only; what both need belongs in a lower layer.",
  severity: "error",
  from: { path: inFolders(folders) },
  to: { path: [inFolders(LAYERS.slice(at).flat()), ENTRY_POINT], pathNot: "^src/$1/" },
}));

/**
 * The components of a page, all of which must be listed in its stylesheet: Tailwind reads only the files that
 * are named there.
 * @param {string} stylesheet
 * @param {string} entries
 * @returns {Rule}
 */
function styledBy(stylesheet, entries) {
  const css = readFileSync(new URL(`src/${stylesheet}`, import.meta.url), "utf8");
  const sources = [...css.matchAll(/@source "\.\/([^"]+)"/g)].map(([, path = ""]) => {
    const pattern = path
      .replaceAll(".", "\\.")
      .replace(/\{([^}]+)\}/, (_, names) => `(${names.replaceAll(",", "|")})`);
    return `^src/${pattern}(/|$)`;
  });
  return {
    name: `listed-in-${stylesheet}`,
    comment: `Name the component in an @source line of src/${stylesheet}.`,
    severity: "error",
    from: { path: `^src/${entries}$` },
    to: { path: "\\.tsx$", pathNot: sources, reachable: true },
  };
}

/** @type {Configuration} */
export default {
  forbidden: [
    ...layers,
    {
      name: "known-folder",
      comment: "The folder is in no layer: give it one in .dependency-cruiser.mjs.",
      severity: "error",
      from: {},
      to: { path: "^src/[^/]+/", pathNot: [inFolders(LAYERS.flat()), TESTING] },
    },
    {
      name: "from-known-folder",
      comment: "The folder is in no layer: give it one in .dependency-cruiser.mjs.",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: [inFolders(LAYERS.flat()), TESTING] },
      to: {},
    },
    {
      name: "within-src",
      comment: "The app imports only its own files and packages.",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["local"], pathNot: "^src/" },
    },
    {
      name: "resolved",
      comment: "The module was not found, so its import can't be checked.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, path: "^\\." },
    },
    {
      name: "testing-for-tests",
      comment: "What is in src/testing is for tests only.",
      severity: "error",
      from: { pathNot: [TESTING, TEST] },
      to: { path: TESTING },
    },
    {
      name: "features-apart",
      comment: "Features don't import each other; what both need belongs in a lower layer.",
      severity: "error",
      from: { path: "^src/features/([^/]+)" },
      to: { path: "^src/features/", pathNot: "^src/features/$1(/|$)" },
    },
    // The modules of `entities`, `documents` and `documents/editor` may import each other without cycles. Cycles
    // of folders are found without their subfolders; the three rules after this one cover those.
    {
      name: "no-cycle",
      comment: "The folder imports another that leads back to it.",
      severity: "error",
      scope: "folder",
      from: { path: "^src/(entities|documents)/" },
      to: { path: "^src/(entities|documents)/", circular: true },
    },
    {
      name: "documents-share-files",
      comment:
        "The files directly in src/documents are for all of its modules, and don't import any of them.",
      severity: "error",
      from: { path: "^src/documents/[^/]+$" },
      to: { path: "^src/documents/[^/]+/" },
    },
    {
      name: "editor-on-top",
      comment:
        "The files directly in src/documents/editor put its modules together; these don't import them.",
      severity: "error",
      from: { path: "^src/documents/editor/[^/]+/" },
      to: { path: "^src/documents/editor/[^/]+$" },
    },
    {
      name: "subfolder-of-one-module",
      comment: "A module's subfolder is only for that module.",
      severity: "error",
      from: { path: "^src/(documents|entities)/([^/]+)" },
      to: {
        path: "^src/(entities|documents(?!/editor))/[^/]+/[^/]+/",
        pathNot: "^src/$1/$2/",
      },
    },
    {
      name: "reached",
      comment: "No page needs the module: take it away.",
      severity: "error",
      from: { path: ENTRIES },
      to: {
        path: "^src/.*\\.tsx?$",
        pathNot: [ENTRIES, TEST, TESTING, GENERATED, "^src/rules/pkg/"],
        reachable: false,
      },
    },
    {
      name: "generated-type-used",
      comment: "Nobody imports the type: use it, or take its export away in Rust.",
      severity: "error",
      from: { path: ENTRIES },
      to: { path: GENERATED, reachable: false },
    },
    styledBy("public.css", "public\\.tsx"),
    styledBy("check.css", "check\\.tsx"),
    styledBy("site.css", "site(-pages)?\\.tsx?"),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^src/rules/pkg/", TESTING] },
    // Types count as well.
    tsPreCompilationDeps: true,
  },
};
