/**
 * Pages of the server's own, and what is no page at all. A customer's document is read from the server or not at all.
 * Some mail programs and scanners write a link in capitals, and the server understands it.
 */
const SERVERS = [
  /^\/api(\/|$)/,
  /^\/ws(\/|$)/,
  /^\/[qic](\/|$)/i,
  /^\/report\//i,
  /^\/check(\/|$)/i,
  /^\/(healthz|readyz)$/,
];

/** A file, whose name has an ending. */
const FILE = /\.[^/]*$/;

/** The pages that a visitor reads. Who is signed in may be shown the app there: the server knows. */
const SITE = ["/", "/features", "/pricing", "/support", "/privacy", "/terms", "/accessibility"];

/** Whether the server is asked first what stands at an address. */
export const isPageOfSite = ({ pathname, searchParams }: URL): boolean =>
  (SITE.includes(pathname) || searchParams.get("preview") === "true") && isPageOfApp(pathname);

/** Whether a path is a page of the app, which the app's shell shows whatever the page is. */
export const isPageOfApp = (path: string): boolean =>
  !FILE.test(path) && !SERVERS.some((pattern) => pattern.test(path));
