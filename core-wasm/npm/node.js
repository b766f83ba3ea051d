// The entry for Node: it loads the module before the first import of it returns.

import { readFileSync } from "node:fs";
import * as bindings from "./plumbline_bg.js";

const bytes = readFileSync(new URL("./plumbline_bg.wasm", import.meta.url));
const module = new WebAssembly.Module(bytes);
const { exports } = new WebAssembly.Instance(module, { "./plumbline_bg.js": bindings });
bindings.__wbg_set_wasm(exports);
exports.__wbindgen_start();

export * from "./plumbline_bg.js";
