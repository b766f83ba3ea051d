// The rules for the browser, as Node loads them; the package must have been built.

import { readFileSync } from "node:fs";

/** The package without a bundler. */
export async function loadRules() {
  const folder = new URL("../web/src/rules/pkg/", import.meta.url);
  const rules = await import(new URL("plumbline_bg.js", folder));
  const bytes = readFileSync(new URL("plumbline_bg.wasm", folder));
  const { instance } = await WebAssembly.instantiate(bytes, { "./plumbline_bg.js": rules });
  rules.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return rules;
}
