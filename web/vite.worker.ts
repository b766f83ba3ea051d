import { readFileSync } from "node:fs";
import { build, type Plugin } from "vite";

/** The version of this build; the server's own, which a test compares. */
const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  version: string;
};

/**
 * Builds the service worker after the app: one classic script without imports, and without a hash in its name,
 * because browsers look for the newer one at the same address.
 */
export function serviceWorker(): Plugin {
  return {
    name: "plumbline-service-worker",
    apply: "build",
    // Once, with the app: the customer's page is built beside it.
    applyToEnvironment: (environment) => environment.name === "client",
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        define: { __APP_VERSION__: JSON.stringify(version) },
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
