// The rules for the browser, as Node loads them; the package must have been built.

import { readFileSync } from "node:fs";

const FOLDER = new URL("../web/src/rules/pkg/", import.meta.url);

let loading;

/** The package without a bundler; everybody shares the one copy. */
export function loadRules() {
  loading ??= load();
  return loading;
}

async function load() {
  const rules = await import(new URL("plumbline_bg.js", FOLDER));
  const bytes = readFileSync(new URL("plumbline_bg.wasm", FOLDER));
  const { instance } = await WebAssembly.instantiate(bytes, { "./plumbline_bg.js": rules });
  rules.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return rules;
}
