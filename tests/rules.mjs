// The rules for the browser, as Node loads them; the package must have been built.

import { readFileSync } from "node:fs";

/** The package without a bundler. */
export function loadRules() {
  return load(new URL("../web/src/rules/pkg/", import.meta.url), "plumbline");
}

async function load(folder, name) {
  const rules = await import(new URL(`${name}_bg.js`, folder));
  const bytes = readFileSync(new URL(`${name}_bg.wasm`, folder));
  const { instance } = await WebAssembly.instantiate(bytes, { [`./${name}_bg.js`]: rules });
  rules.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return rules;
}
