import { afterEach, expect, it, vi } from "vitest";
import { fillCache } from "./app-files";

const APP = "https://plumbline.example/assets/app-1a2b.js";
const PAGE = "https://plumbline.example/index.html";
const PAGE_KEY = `${PAGE}?__WB_REVISION__=9f8e`;

/** A cache that already contains these files. */
function createCache(...held: string[]) {
  const puts = new Map<string, string>();
  return {
    puts,
    keys: async () => held.map((url) => new Request(url)),
    put: async (key: RequestInfo | URL, answer: Response) => {
      puts.set(String(key), await answer.text());
    },
  };
}

/** Makes the server respond like this; returns how each address was requested. */
function stubFetch(answer: (url: string) => Response | Promise<Response>) {
  const asked: [string, RequestCache | undefined][] = [];
  vi.stubGlobal("fetch", async (url: string, { cache }: RequestInit) => {
    asked.push([url, cache]);
    return answer(url);
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it("fetches what is missing, and stores it under the name with its digest", async () => {
  const asked = stubFetch((url) => new Response(`of ${url}`));
  const cache = createCache("https://plumbline.example/assets/old-5c6d.js");
  await fillCache(
    cache,
    new Map([
      [APP, APP],
      [PAGE, PAGE_KEY],
    ]),
  );
  expect([...cache.puts]).toEqual([
    [APP, `of ${APP}`],
    [PAGE_KEY, `of ${PAGE}`],
  ]);
  // The page's address is the same for every build, so the browser's cached copy may be outdated.
  expect(asked).toEqual([
    [APP, "default"],
    [PAGE, "reload"],
  ]);
});

it("does not fetch again what an earlier build or an earlier try has left", async () => {
  const asked = stubFetch((url) => new Response(url));
  const cache = createCache(APP, PAGE_KEY);
  await fillCache(
    cache,
    new Map([
      [APP, APP],
      [PAGE, PAGE_KEY],
    ]),
  );
  expect(asked).toEqual([]);
  // The same page in another build.
  await fillCache(cache, new Map([[PAGE, `${PAGE}?__WB_REVISION__=7777`]]));
  expect(asked).toEqual([[PAGE, "reload"]]);
});

it("fetches four at once, and each once", async () => {
  let now = 0;
  let most = 0;
  const asked = stubFetch(async (url) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve));
    now -= 1;
    return new Response(url);
  });
  const cache = createCache();
  const files = Array.from({ length: 30 }, (_, at) => `https://plumbline.example/assets/${at}.js`);
  await fillCache(cache, new Map(files.map((url) => [url, url])));
  expect(most).toBe(4);
  expect(asked.map(([url]) => url)).toEqual(files);
  expect([...cache.puts.keys()].sort()).toEqual(files.toSorted());
});

it.each([
  ["an error", new Response("gone", { status: 404 })],
  ["a hotel's login page", Object.defineProperty(new Response("log in"), "redirected", { value: true })],
])("fails, and stores nothing, if a file is answered with %s", async (_, answer) => {
  stubFetch(() => answer);
  const cache = createCache();
  await expect(fillCache(cache, new Map([[APP, APP]]))).rejects.toThrow(APP);
  expect(cache.puts.size).toBe(0);
});
