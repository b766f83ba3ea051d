import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EnvironmentOptions, Plugin, Rolldown } from "vite";

/** Where the built renderer is while it is needed. */
const RENDERER = "node_modules/.site";

/** The browser's scripts for the marketing pages: one small script, and the parts it loads later. */
export const site: EnvironmentOptions = {
  consumer: "client",
  build: { emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input: "src/site.ts" } },
};

/** The pages' components as a module for Node, which renders them to HTML. */
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

/**
 * Serves `/site/home` and the others in development: rendered at each request, without what the server fills
 * in.
 */
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
 * Writes each marketing page as a complete HTML file with its styles inlined, so that a phone needs only one
 * response to display it. The server fills in its own address.
 */
export async function writePages(root: string, outDir: string, site: Built): Promise<void> {
  const renderer = join(root, RENDERER);
  // The pictures that the pages refer to; everything else is in the browser's own build.
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
