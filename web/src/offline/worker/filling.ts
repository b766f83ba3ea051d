// Storing the app's files on the device while its service worker is installed.

/**
 * So many are fetched at once. One after another, each waits for the answer to the one before it: with a hundred and fifty
 * files on a slow connection that is most of a minute. Some connections to the server are left for the page itself.
 */
const MAX_PARALLEL = 4;

/**
 * Puts each of these files into the cache, unless it is there already. `keys` has the name that a file has in the cache for
 * each address; it names a digest, either the address's own or one that is added to it.
 *
 * It fails with the first file that does not come whole. What came before stays, so that the next try is shorter.
 */
export async function fillCache(cache: Pick<Cache, "keys" | "put">, keys: ReadonlyMap<string, string>) {
  const cached = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...keys].filter(([, key]) => !cached.has(key)).values();
  const fetchNext = async () => {
    for (const [url, key] of missing) await cache.put(key, await fetchFile(url, key));
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, fetchNext));
}

async function fetchFile(url: string, key: string): Promise<Response> {
  // An address with a digest of its own has one content for ever; the others are asked for anew.
  const cache = key === url ? "default" : "reload";
  const answer = await fetch(url, { cache, credentials: "same-origin" });
  // What redirects is a hotel's login page, not our server.
  if (!answer.ok || answer.redirected) throw new Error(`${url} was answered with ${answer.status}`);
  return answer;
}
