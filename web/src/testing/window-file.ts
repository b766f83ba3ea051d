import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const about = createRequire(import.meta.url).resolve("happy-dom/package.json");
const { version } = createRequire(import.meta.url)(about) as { version: string };

/** Where the package begins. */
export const ENTRY = join(dirname(about), "lib/index.js");

/** happy-dom as one file, made anew for each version of it. */
export const WINDOW_FILE = fileURLToPath(
  new URL(`../../node_modules/.cache/happy-dom-${version}.cjs`, import.meta.url),
);
