// A browser that is short of room may delete single files of the app and keep the rest, and the worker. While there
// is a network, missing files are fetched again, so that the app opens without one the next time; never those of a
// later release.
import type { PrecacheEntry } from "workbox-precaching";

/** What is asked of the browser. */
export interface RepairEnvironment {
  /** Opens the cache of the app's files. */
  open: () => Promise<Pick<Cache, "keys" | "put">>;
  /** Under which address a file lies there. */
  getCacheKey: (url: string) => string | undefined;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** How many characters of a SHA-256 a file's revision has (`vite.worker.ts`). */
const DIGEST_LENGTH = 32;

async function computeDigest(response: Response): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, DIGEST_LENGTH);
}

/**
 * Whether the server's file is the one of this build. One with a digest in its name is; another one, as the app's page,
 * may be of a later release by now, whose own worker brings it.
 */
async function isFromThisBuild({ revision }: PrecacheEntry, response: Response): Promise<boolean> {
  // What redirects is a hotel's login page, not our server.
  if (!response.ok || response.redirected) return false;
  return !revision || (await computeDigest(response.clone())) === revision;
}

/** Puts back what is missing of these files; how many were. Never fails: what cannot be had now is looked for later. */
export async function repairCache(
  files: readonly PrecacheEntry[],
  environment: RepairEnvironment,
): Promise<number> {
  let repaired = 0;
  try {
    const cache = await environment.open();
    const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
    for (const file of files) {
      const key = environment.getCacheKey(file.url);
      if (key === undefined || cachedUrls.has(key)) continue;
      // What a browser has kept of the page by itself may be of another release.
      const answer = await environment.fetch(file.url, { cache: file.revision ? "reload" : "default" });
      if (!(await isFromThisBuild(file, answer))) continue;
      await cache.put(key, answer);
      repaired += 1;
    }
  } catch {
    // No network, or no room: the files that came are there.
  }
  return repaired;
}

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
