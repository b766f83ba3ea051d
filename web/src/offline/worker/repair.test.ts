import { beforeEach, expect, it, vi } from "vitest";
import { type Ports, repair } from "./repair";

const PAGE = "<!doctype html><title>Plumbline</title>";
/** The beginning of its SHA-256, as `vite.worker.ts` writes it. */
const DIGEST = "597db9dd9db5f81b103125afa7f2fd9d";

/** As the worker of a build names its files. */
const FILES = [
  { url: "/assets/app-1a2b.js", revision: null },
  { url: "/assets/quotes-3c4d.js", revision: null },
  { url: "/index.html", revision: DIGEST },
];

let kept: Map<string, string>;
let server: Map<string, string>;
const asked = vi.fn();

const keyOf = (url: string) => {
  const revision = FILES.find((file) => file.url === url)?.revision;
  return `https://app.example${url}${revision ? `?__WB_REVISION__=${revision}` : ""}`;
};

const ports = (): Ports => ({
  open: async () => ({
    keys: async () => [...kept.keys()].map((url) => ({ url }) as Request),
    put: async (key, response) => void kept.set(String(key), await response.text()),
  }),
  keyOf,
  fetch: async (url, init) => {
    asked(url, init.cache);
    const body = server.get(url);
    return new Response(body ?? "", { status: body === undefined ? 404 : 200 });
  },
});

beforeEach(() => {
  asked.mockClear();
  server = new Map([
    ["/assets/app-1a2b.js", "app"],
    ["/assets/quotes-3c4d.js", "quotes"],
    ["/index.html", PAGE],
  ]);
  kept = new Map(FILES.map(({ url }) => [keyOf(url), server.get(url) ?? ""]));
});

it("asks for nothing while everything is there", async () => {
  expect(await repair(FILES, ports())).toBe(0);
  expect(asked).not.toHaveBeenCalled();
});

it("puts back what the browser took away", async () => {
  kept.delete(keyOf("/assets/quotes-3c4d.js"));
  kept.delete(keyOf("/index.html"));
  expect(await repair(FILES, ports())).toBe(2);
  expect(asked.mock.calls).toEqual([
    ["/assets/quotes-3c4d.js", "default"],
    ["/index.html", "reload"],
  ]);
  expect(kept.get(keyOf("/index.html"))).toBe(PAGE);
  expect(kept.get(keyOf("/assets/quotes-3c4d.js"))).toBe("quotes");
  expect(await repair(FILES, ports())).toBe(0);
});

it("takes nothing of a later release", async () => {
  kept.clear();
  server.set("/index.html", "<!doctype html><title>Plumbline 2</title>");
  server.delete("/assets/quotes-3c4d.js");
  expect(await repair(FILES, ports())).toBe(1);
  expect([...kept.keys()]).toEqual([keyOf("/assets/app-1a2b.js")]);
});

it("leaves it for later where there is no network", async () => {
  kept.delete(keyOf("/index.html"));
  const offline = { ...ports(), fetch: () => Promise.reject(new TypeError("Failed to fetch")) };
  expect(await repair(FILES, offline)).toBe(0);
  expect(kept.size).toBe(2);
});
