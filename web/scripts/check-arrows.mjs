// Fails when an import in `src` goes to a higher layer, to another module of the same layer, or in a cycle.
// The layers: floors.mjs.

import { fileURLToPath } from "node:url";
import { wrongArrows } from "./arrows.mjs";
import { importsIn } from "./imports.mjs";

const imports = await importsIn(fileURLToPath(new URL("../src", import.meta.url)));
const wrong = wrongArrows(imports);
for (const sentence of wrong) console.error(sentence);
if (imports.length === 0) console.error("No import was found: the check looked in the wrong place.");
process.exitCode = wrong.length > 0 || imports.length === 0 ? 1 : 0;
