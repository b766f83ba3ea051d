import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EnvironmentOptions, Plugin, Rolldown } from "vite";

/** Where the built renderer lies while it is needed. */
const RENDERER = "node_modules/.site";

/** What the browser loads for the marketing pages: one small script, and what that asks for later. */
export const site: EnvironmentOptions = {
  consumer: "client",
  build: { emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input: "src/site.ts" } },
};

/** The pages' components as a module for Node, which makes HTML of them. */
export const pages: EnvironmentOptions = {
  consumer: "server",
  build: {
    outDir: RENDERER,
    emptyOutDir: true,
    copyPublicDir: false,
    ssr: true,
    emitAssets: true,
    rolldownOptions: { input: "src/site-pages.tsx" },
  },
};

/** `/site/home` and the others in development: made anew at each look, without what the server puts in. */
export const siteInDevelopment: Plugin = {
  name: "site-in-development",
  configureServer(dev) {
    dev.middlewares.use(async (request, response, next) => {
      const name = /^\/site\/([a-z]+)$/.exec(request.url ?? "")?.[1];
      if (!name) return next();
      const renderer = (await dev.ssrLoadModule("/src/site-pages.tsx")) as typeof import("./src/site-pages");
      const html = renderer.pages({ script: "/src/site.ts", css: "" })[name];
      if (!html) return next();
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(await dev.transformIndexHtml(request.url ?? "", html));
    });
  },
};

type Built = Rolldown.RolldownOutput;

/**
 * Writes each marketing page as a whole HTML file, with its styles inside: a phone shows it by one answer. The server
 * fills in its own address.
 */
export async function writePages(root: string, outDir: string, site: Built): Promise<void> {
  const renderer = join(root, RENDERER);
  // The pictures that the pages name; the browser's own build has everything else.
  const assets = await readdir(join(renderer, "assets"));
  const pictures = assets.filter((name) => name.endsWith(".webp"));
  await Promise.all(
    pictures.map((name) => copyFile(join(renderer, "assets", name), join(outDir, "assets", name))),
  );
  const script = site.output.find((file) => file.type === "chunk" && file.isEntry)?.fileName;
  const style = site.output.find((file) => file.fileName.endsWith(".css") && /\bsite-/.test(file.fileName));
  if (!script || style?.type !== "asset") throw new Error("The site's script or its styles were not built.");
  const { pages }: typeof import("./src/site-pages") = await import(
    pathToFileURL(join(renderer, "site-pages.js")).href
  );
  const css = await readFile(join(outDir, style.fileName), "utf8");
  await mkdir(join(outDir, "site"), { recursive: true });
  const made = pages({ script: `/${script}`, css });
  await Promise.all(
    Object.entries(made).map(([name, html]) => writeFile(join(outDir, "site", `${name}.html`), html)),
  );
  await rm(renderer, { recursive: true });
}
