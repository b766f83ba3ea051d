// The app's modules and the store of a browser, each as one function: each call makes another window with a memory of
// its own, in which the browser's globals are the given ones.
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { build } from "../../web/node_modules/vite/dist/node/index.js";
import { loadRules } from "../rules.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The globals of the browser that the modules use. */
const NAMES = [
  "globalThis", "window", "self", "document", "navigator", "location", "localStorage", "sessionStorage", "indexedDB",
  "IDBKeyRange", "IDBDatabase", "IDBFactory", "IDBIndex", "IDBObjectStore", "IDBCursor", "IDBTransaction", "IDBRequest",
  "IDBOpenDBRequest", "IDBCursorWithValue", "IDBVersionChangeEvent", "BroadcastChannel", "caches", "crypto", "fetch",
  "setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "Date", "AbortSignal", "console",
  "RULES",
];

/** The rules are WebAssembly without a state of its own: every window has the same ones. */
const sharedRules = {
  name: "shared-rules",
  enforce: "pre",
  resolveId: (id) => (/\/pkg\/plumbline$/.test(id) ? "\0rules" : null),
  load: async (id) => {
    if (id !== "\0rules") return null;
    const names = Object.keys(await loadRules()).filter((name) => !name.startsWith("__"));
    return `export const { ${names.join(", ")} } = RULES;`;
  },
};

async function bundled(entry) {
  const made = await build({
    configFile: false,
    root: here("../../web"),
    publicDir: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production"), "import.meta.env.DEV": "false" },
    plugins: [sharedRules],
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "Made", fileName: "made" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { output } = [made].flat()[0];
  const chunk = output.find(({ type }) => type === "chunk");
  return vm.compileFunction(`${chunk.code}\nreturn Made;`, NAMES, { filename: `${entry.split("/").at(-1)}.js` });
}

/** Both, ready to be called with a table of globals. */
export async function bundles() {
  const [app, store] = await Promise.all([
    bundled(here("device.ts")),
    bundled(here("store.mjs")),
  ]);
  const calling = (made) => (world) => made(...NAMES.map((name) => world[name] ?? globalThis[name]));
  return { app: calling(app), store: calling(store) };
}
