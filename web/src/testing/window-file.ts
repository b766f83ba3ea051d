import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packageJson = createRequire(import.meta.url).resolve("happy-dom/package.json");
const { version } = createRequire(import.meta.url)(packageJson) as { version: string };

/** The package's entry file. */
export const HAPPY_DOM_ENTRY = join(dirname(packageJson), "lib/index.js");

/** happy-dom as one file, rebuilt for each version. */
export const WINDOW_FILE = fileURLToPath(
  new URL(`../../node_modules/.cache/happy-dom-${version}.cjs`, import.meta.url),
);
