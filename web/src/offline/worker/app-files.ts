// A browser that is short of space may delete some files of the app but not the others or the worker. While
// there is a network, missing files are fetched again, so that the app opens offline the next time; never
// those of a later release.
import type { PrecacheEntry } from "workbox-precaching";

/** What repairing needs from the browser. */
export interface RepairEnvironment {
  /** Opens the cache of the app's files. */
  open: () => Promise<Pick<Cache, "keys" | "put">>;
  /** The key of a file in the cache. */
  getCacheKey: (url: string) => string | undefined;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** The number of characters of a SHA-256 digest in a file's revision (`vite.worker.ts`). */
const DIGEST_LENGTH = 32;

async function computeDigest(response: Response): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, DIGEST_LENGTH);
}

/**
 * Whether the server's file belongs to this build. A file with a digest in its name does; others, such as the
 * app's page, may be from a later release, whose own worker will fetch them.
 */
async function isFromThisBuild({ revision }: PrecacheEntry, response: Response): Promise<boolean> {
  // A redirect comes from something like a hotel's login page, not from our server.
  if (!response.ok || response.redirected) return false;
  return !revision || (await computeDigest(response.clone())) === revision;
}

/**
 * Fetches the missing files again and returns how many were missing. Never rejects: what can't be fetched now
 * is tried again later.
 */
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
      // The browser's own HTTP cache may have the page of another release.
      const answer = await environment.fetch(file.url, { cache: file.revision ? "reload" : "default" });
      if (!(await isFromThisBuild(file, answer))) continue;
      await cache.put(key, answer);
      repaired += 1;
    }
  } catch {
    // No network or no space: the files fetched so far are stored.
  }
  return repaired;
}

// Storing the app's files on the device while its service worker is installed.

/**
 * How many files are fetched at once. One after another, a hundred and fifty files would take most of a
 * minute on a slow connection. Some connections to the server are left for the page itself.
 */
const MAX_PARALLEL = 4;

/**
 * Adds each of these files to the cache unless it is already there. `keys` maps each address to its key in
 * the cache, which contains a digest: either the address's own or one added to it.
 *
 * Rejects at the first file that can't be fetched. Earlier files stay, so that the next attempt is shorter.
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
  // An address with a digest always has the same content; the others must be fetched again.
  const cache = key === url ? "default" : "reload";
  const answer = await fetch(url, { cache, credentials: "same-origin" });
  // A redirect comes from something like a hotel's login page, not from our server.
  if (!answer.ok || answer.redirected) throw new Error(`${url} was answered with ${answer.status}`);
  return answer;
}
