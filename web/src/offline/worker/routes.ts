/**
 * Pages of the server, and paths that aren't pages. A customer's document is always read from the server.
 * Some mail programs and scanners write links in capitals, and the server accepts that.
 */
const SERVER_PATHS = [
  /^\/api(\/|$)/,
  /^\/ws(\/|$)/,
  /^\/[qic](\/|$)/i,
  /^\/report\//i,
  /^\/check(\/|$)/i,
  /^\/(healthz|readyz)$/,
];

/** A file, whose name has an extension. */
const FILE_NAME = /\.[^/]*$/;

/** The public site's pages. A signed-in user may be shown the app there; the server decides. */
const SITE_PATHS = ["/", "/features", "/pricing", "/support", "/privacy", "/terms", "/accessibility"];

/** Whether the server is asked first what to show at an address. */
export const isSitePage = ({ pathname, searchParams }: URL): boolean =>
  (SITE_PATHS.includes(pathname) || searchParams.get("preview") === "true") && isAppPage(pathname);

/** Whether a path is a page of the app, which the app's single HTML page displays. */
export const isAppPage = (path: string): boolean =>
  !FILE_NAME.test(path) && !SERVER_PATHS.some((pattern) => pattern.test(path));
