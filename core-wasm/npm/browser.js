// The entry for browsers, with or without a bundler: bundlers replace the URL by that of their copy of the module.

import * as bindings from "./plumbline_bg.js";

const response = await fetch(new URL("./plumbline_bg.wasm", import.meta.url));
if (!response.ok) throw new Error(`${response.url} could not be loaded: ${response.status}`);
const imports = { "./plumbline_bg.js": bindings };
// Compiled while it arrives, which browsers only do if the server names its type.
const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
const { instance } = isNamed
  ? await WebAssembly.instantiateStreaming(response, imports)
  : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

export * from "./plumbline_bg.js";
