import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packageJson = createRequire(import.meta.url).resolve("happy-dom/package.json");
const { version } = createRequire(import.meta.url)(packageJson) as { version: string };

/** Where the package begins. */
export const HAPPY_DOM_ENTRY = join(dirname(packageJson), "lib/index.js");

/** happy-dom as one file, made anew for each version of it. */
export const WINDOW_FILE = fileURLToPath(
  new URL(`../../node_modules/.cache/happy-dom-${version}.cjs`, import.meta.url),
);
