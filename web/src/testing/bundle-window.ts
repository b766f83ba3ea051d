// Runs before all tests: bundles happy-dom into one file.
import { existsSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import { build } from "vite";
import { HAPPY_DOM_ENTRY, WINDOW_FILE } from "./window-file.ts";

export default async function bundle(): Promise<void> {
  if (existsSync(WINDOW_FILE)) return;
  // Each of two parallel runs writes its own file, and one of them remains.
  const temporaryFile = `${WINDOW_FILE}-${process.pid}.cjs`;
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: HAPPY_DOM_ENTRY,
      outDir: dirname(WINDOW_FILE),
      emptyOutDir: false,
      minify: true,
      target: "node20",
      rolldownOptions: {
        output: { format: "cjs", entryFileNames: basename(temporaryFile), codeSplitting: false },
      },
    },
  });
  renameSync(temporaryFile, WINDOW_FILE);
}
