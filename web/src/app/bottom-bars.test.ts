import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import type { RouteHandle } from "./shell/AppShell";

/** The source of every module, by its path relative to this file: '../ui/PageHeader.tsx'. */
const SOURCES = import.meta.glob<string>("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const ROUTES = import.meta.glob<Record<string, RouteObject[]>>("../features/*/routes.ts", { eager: true });

/** Resolves an import in another module. */
function findModule(from: string, specifier: string): string | undefined {
  const { pathname } = new URL(specifier, `file:///src/app/${from}`);
  const path = pathname.replace(/^\/src\//, "../").replace(/\.tsx?$/, "");
  return [`${path}.tsx`, `${path}.ts`].find((file) => file in SOURCES);
}

/** A page's module and all that it imports, directly or indirectly. */
function collectModules(page: string, known = new Set<string>()): Set<string> {
  if (known.has(page)) return known;
  known.add(page);
  for (const [, said = ""] of (SOURCES[page] ?? "").matchAll(/(?:\bfrom |\bimport\()"(\.[^"]+)"/g)) {
    const part = findModule(page, said);
    if (part) collectModules(part, known);
  }
  return known;
}

/** Whether a page has an action bar fixed to the bottom of a phone. */
const hasBar = (page: string) =>
  [...collectModules(page)].some((part) => /<ActionBar\b|data-bottom-bar="editor"/.test(SOURCES[part] ?? ""));

const pages = Object.entries(ROUTES).flatMap(([file, module]) =>
  Object.values(module)
    .flat()
    .flatMap(({ path, lazy, handle }) => {
      const [, said = ""] = /import\w*\(\s*["']([^"']+)["']/.exec(String(lazy)) ?? [];
      if (lazy === undefined) return [];
      const page = findModule(file, said) ?? "";
      return [{ path, page, isFocused: Boolean((handle as RouteHandle | undefined)?.focused) }];
    }),
);

it("shows no tab bar over a page's own bar at the bottom of a phone", () => {
  const withBar = pages.filter(({ page }) => hasBar(page));
  // Otherwise a page or bar that is no longer found would pass unnoticed.
  expect(pages.filter(({ page }) => page === "")).toEqual([]);
  expect(withBar.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/vat/:id/registration",
      "/cis/payments/new",
      "/quotes/edit/:id",
      "/add-contact",
    ]),
  );
  expect(withBar.filter(({ isFocused }) => !isFocused).map(({ path }) => path)).toEqual([]);
});
