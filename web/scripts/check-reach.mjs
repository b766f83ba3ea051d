// Fails when no page needs a module of `src`: dead code, or a type that Rust exports and nothing here uses.

import { fileURLToPath } from "node:url";
import { importsIn, modulesIn } from "./imports.mjs";
import { ENTRIES, unreached } from "./reach.mjs";

const source = fileURLToPath(new URL("../src", import.meta.url));
const modules = await modulesIn(source);
const lost = ENTRIES.filter((entry) => !modules.includes(entry));
for (const entry of lost) console.error(`src/${entry}  is no module; name the entries in scripts/reach.mjs`);
const idle = unreached(modules, await importsIn(source));
for (const module of idle) {
  const why = module.startsWith("api/generated/")
    ? "nobody imports this type: use it, or take its export away in Rust"
    : "no page leads here";
  console.error(`src/${module}  ${why}`);
}
process.exitCode = lost.length > 0 || idle.length > 0 ? 1 : 0;
