import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { packed } from "./vite.packed.ts";
import { pages, site, siteInDevelopment, writePages } from "./vite.site.ts";
import { serviceWorker } from "./vite.worker.ts";

const server = process.env.PLUMBLINE_SERVER ?? "http://127.0.0.1:8080";

/**
 * Serves `/q/{token}`, `/i/{token}` and `/c/{token}` in development; the page then requests what our server
 * would put into its HTML.
 */
const customersPage: Plugin = {
  name: "customers-page",
  configureServer(dev) {
    dev.middlewares.use((request, _response, next) => {
      if (/^\/[qic]\/[^/.]+$/.test(request.url?.split("?")[0] ?? "")) request.url = "/public.html";
      next();
    });
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm(), serviceWorker(), packed(), customersPage, siteInDevelopment],
  build: {
    target: "es2022",
    // The content policy permits fonts and pictures only from our own origin, not as data: URLs.
    assetsInlineLimit: 0,
  },
  // The customer's page is built separately, into one script: if it shared scripts with the app, an old phone
  // would fetch more of them, each with parts that only the app needs.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // By default the app would start with a hundred scripts, and each screen with some thirty more,
              // most of them a few hundred bytes: each needs a request, and they compress worse than
              // together.
              groups: [
                { name: "icons", test: /[\\/]lucide-react[\\/]/, priority: 3 },
                { name: "app", tags: ["$initial"], priority: 2 },
                // Code shared by many screens; large modules are loaded with the screens that need them.
                {
                  name: "shared",
                  test: /[\\/]src[\\/](?!rules[\\/])/,
                  minShareCount: 4,
                  maxModuleSize: 6_000,
                  priority: 1,
                },
                { name: "ui", test: /[\\/]src[\\/]ui[\\/]/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    customer: {
      consumer: "client",
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: "public.html",
          // What its sheets share with it stays in that one script: as separate files it would be a kilobyte
          // larger.
          output: { codeSplitting: { groups: [{ name: "public", tags: ["$initial"] }] } },
        },
      },
    },
    // The page that the code on an invoice opens: the server fills it in, and the rules load beside it.
    check: {
      consumer: "client",
      build: { emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input: "check.html" } },
    },
    // The marketing pages are rendered to HTML by the build.
    site,
    pages,
  },
  builder: {
    async buildApp({ build, environments, config }) {
      for (const name of ["client", "customer", "check", "pages"]) {
        const environment = environments[name];
        if (environment) await build(environment);
      }
      if (!environments.site) return;
      const built = await build(environments.site);
      if ("output" in built) await writePages(config.root, join(config.root, config.build.outDir), built);
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "^/[qic]/.+\\.pdf$": { target: server, changeOrigin: false },
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    // Most tests need no window, which takes longer to create than they take to run; those that do say so in
    // their first line.
    environment: "node",
    // '// @vitest-environment window': happy-dom in one file.
    alias: { "vitest-environment-window": join(import.meta.dirname, "src/testing/window.ts") },
    globalSetup: "src/testing/bundle-window.ts",
    pool: "threads",
    // By default Vitest leaves one processor free for editing.
    maxWorkers: "100%",
    include: ["src/**/*.test.{ts,tsx}", "scripts/*.test.ts"],
    setupFiles: "src/testing/own-channels.ts",
    restoreMocks: true,
    // A hanging test is stopped and reported; working tests take far less, however busy the machine is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
