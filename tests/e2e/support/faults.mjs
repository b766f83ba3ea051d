// Answers that a healthy server does not give.

/** How a request may end: an answer with this status and body, or none. */
export const FAULTS = {
  json: (status, body) => (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  page: (status) => (route) =>
    route.fulfill({ status, contentType: "text/html", body: "<h1>Nothing here</h1>" }),
  lost: () => (route) => route.abort("connectionrefused"),
};

/** Every POST to this path ends so, until the answer is called. */
export async function failing(page, path, fault) {
  const only = (route) => (route.request().method() === "POST" ? fault(route) : route.fallback());
  await page.route(`**${path}`, only);
  return () => page.unroute(`**${path}`, only);
}
