import { beforeEach, expect, it, vi } from "vitest";
import { type RepairEnvironment, repairCache } from "./app-files";

const PAGE = "<!doctype html><title>Plumbline</title>";
/** The beginning of the file's SHA-256 digest, as `vite.worker.ts` writes it. */
const DIGEST = "597db9dd9db5f81b103125afa7f2fd9d";

/** Files as named in a build's worker. */
const FILES = [
  { url: "/assets/app-1a2b.js", revision: null },
  { url: "/assets/quotes-3c4d.js", revision: null },
  { url: "/index.html", revision: DIGEST },
];

let cached: Map<string, string>;
let server: Map<string, string>;
const onFetch = vi.fn();

const getCacheKey = (url: string) => {
  const revision = FILES.find((file) => file.url === url)?.revision;
  return `https://app.example${url}${revision ? `?__WB_REVISION__=${revision}` : ""}`;
};

const createEnvironment = (): RepairEnvironment => ({
  open: async () => ({
    keys: async () => [...cached.keys()].map((url) => ({ url }) as Request),
    put: async (key, response) => void cached.set(String(key), await response.text()),
  }),
  getCacheKey,
  fetch: async (url, init) => {
    onFetch(url, init.cache);
    const body = server.get(url);
    return new Response(body ?? "", { status: body === undefined ? 404 : 200 });
  },
});

beforeEach(() => {
  onFetch.mockClear();
  server = new Map([
    ["/assets/app-1a2b.js", "app"],
    ["/assets/quotes-3c4d.js", "quotes"],
    ["/index.html", PAGE],
  ]);
  cached = new Map(FILES.map(({ url }) => [getCacheKey(url), server.get(url) ?? ""]));
});

it("asks for nothing while everything is there", async () => {
  expect(await repairCache(FILES, createEnvironment())).toBe(0);
  expect(onFetch).not.toHaveBeenCalled();
});

it("puts back what the browser took away", async () => {
  cached.delete(getCacheKey("/assets/quotes-3c4d.js"));
  cached.delete(getCacheKey("/index.html"));
  expect(await repairCache(FILES, createEnvironment())).toBe(2);
  expect(onFetch.mock.calls).toEqual([
    ["/assets/quotes-3c4d.js", "default"],
    ["/index.html", "reload"],
  ]);
  expect(cached.get(getCacheKey("/index.html"))).toBe(PAGE);
  expect(cached.get(getCacheKey("/assets/quotes-3c4d.js"))).toBe("quotes");
  expect(await repairCache(FILES, createEnvironment())).toBe(0);
});

it("takes nothing of a later release", async () => {
  cached.clear();
  server.set("/index.html", "<!doctype html><title>Plumbline 2</title>");
  server.delete("/assets/quotes-3c4d.js");
  expect(await repairCache(FILES, createEnvironment())).toBe(1);
  expect([...cached.keys()]).toEqual([getCacheKey("/assets/app-1a2b.js")]);
});

it("leaves the repair for later if there is no network", async () => {
  cached.delete(getCacheKey("/index.html"));
  const offline = { ...createEnvironment(), fetch: () => Promise.reject(new TypeError("Failed to fetch")) };
  expect(await repairCache(FILES, offline)).toBe(0);
  expect(cached.size).toBe(2);
});
