/**
 * Pages of the server's own, and what is no page at all. A customer's document is read from the server or not at all.
 * Some mail programs and scanners write a link in capitals, and the server understands it.
 */
const SERVER_PATHS = [
  /^\/api(\/|$)/,
  /^\/ws(\/|$)/,
  /^\/[qic](\/|$)/i,
  /^\/report\//i,
  /^\/check(\/|$)/i,
  /^\/(healthz|readyz)$/,
];

/** A file, whose name has an ending. */
const FILE_NAME = /\.[^/]*$/;

/** The pages that a visitor reads. Who is signed in may be shown the app there: the server knows. */
const SITE_PATHS = ["/", "/features", "/pricing", "/support", "/privacy", "/terms", "/accessibility"];

/** Whether the server is asked first what stands at an address. */
export const isSitePage = ({ pathname, searchParams }: URL): boolean =>
  (SITE_PATHS.includes(pathname) || searchParams.get("preview") === "true") && isAppPage(pathname);

/** Whether a path is a page of the app, which the app's shell shows whatever the page is. */
export const isAppPage = (path: string): boolean =>
  !FILE_NAME.test(path) && !SERVER_PATHS.some((pattern) => pattern.test(path));
