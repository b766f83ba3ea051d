// Answers that a healthy server does not give.

/** How a request may end: an answer with this status and body, or none. */
export const FAULTS = {
  json: (status, body) => (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  page: (status) => (route) =>
    route.fulfill({ status, contentType: "text/html", body: "<h1>Nothing here</h1>" }),
  lost: () => (route) => route.abort("connectionrefused"),
};

/**
 * Every POST to this path ends so, until the answer is called, which waits until one has: what a page says of the
 * fault before may be the same words, and the request must not slip through to the server.
 */
export async function failing(page, path, fault) {
  let meet;
  const met = new Promise((resolve) => {
    meet = resolve;
  });
  const only = async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await fault(route);
    meet();
  };
  await page.route(`**${path}`, only);
  return async () => {
    await met;
    await page.unroute(`**${path}`, only);
  };
}
