import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { build, type Plugin, type Rolldown } from "vite";

/** The version of this build, the same as the server's; a test compares them. */
const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Static files that belong to the app's shell. */
const PUBLIC = ["favicon.svg", "manifest.webmanifest"];

/** A file that the service worker caches, in Workbox's format: with a digest if its name has no hash. */
interface Kept {
  url: string;
  revision: string | null;
}

const digest = (file: string | Uint8Array) => createHash("sha256").update(file).digest("hex").slice(0, 32);

/**
 * All files of the app: its page, scripts, styles, fonts and WebAssembly, but not those of the customer's
 * page.
 */
function filesOf(bundle: Rolldown.OutputBundle): Kept[] {
  const built = Object.values(bundle).map((file) => ({
    url: `/${file.fileName}`,
    revision: file.fileName.startsWith("assets/")
      ? null
      : digest(file.type === "chunk" ? file.code : file.source),
  }));
  const ready = PUBLIC.map((name) => ({
    url: `/${name}`,
    revision: digest(readFileSync(new URL(`public/${name}`, import.meta.url))),
  }));
  return [...built, ...ready].sort((one, other) => one.url.localeCompare(other.url, "en"));
}

/**
 * Builds the service worker after the app: one classic script without imports, and without a hash in its
 * name, because browsers look for updates at the same address. It lists every file of the app, so that it
 * changes whenever any of them does.
 */
export function serviceWorker(): Plugin {
  let files: Kept[] = [];
  return {
    name: "plumbline-service-worker",
    apply: "build",
    // Once, with the app: the customer's page is built separately.
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle(_, bundle) {
      files = filesOf(bundle);
    },
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        define: {
          __APP_VERSION__: JSON.stringify(version),
          __APP_FILES__: JSON.stringify(files),
          "process.env.NODE_ENV": JSON.stringify("production"),
        },
        build: {
          target: "es2022",
          emptyOutDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: "src/offline/worker/service-worker.ts",
            output: { format: "iife", entryFileNames: "service-worker.js" },
          },
        },
      });
    },
  };
}
