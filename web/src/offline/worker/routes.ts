/** Pages of the server's own, and what is no page at all. A customer's document is read from the server or not at all. */
const SERVERS = [/^\/api(\/|$)/, /^\/ws(\/|$)/, /^\/[qic](\/|$)/, /^\/report\//, /^\/(healthz|readyz)$/];

/** A file, whose name has an ending. */
const FILE = /\.[^/]*$/;

/** Whether a path is a page of the app, which the app's shell shows whatever the page is. */
export const isPageOfApp = (path: string): boolean =>
  !FILE.test(path) && !SERVERS.some((pattern) => pattern.test(path));
