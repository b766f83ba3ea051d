// Answers that a healthy server does not give.
import type { Page, Route } from "@playwright/test";
import type { Json } from "./seed.ts";
import { gate } from "./wait.ts";

/** How a request ends. */
export type Fault = (route: Route) => Promise<void>;

/** How a request may end: an answer with this status and body, or none. */
export const FAULTS = {
  json:
    (status: number, body: Json): Fault =>
    (route) =>
      route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  page:
    (status: number): Fault =>
    (route) =>
      route.fulfill({ status, contentType: "text/html", body: "<h1>Nothing here</h1>" }),
  lost: (): Fault => (route) => route.abort("connectionrefused"),
};

/**
 * Every POST to this path ends so, until the function that it answers with is called. That waits until one POST has
 * ended so: the page may already show the words of an earlier fault, and the request must not reach the server.
 */
export async function failing(page: Page, path: string, fault: Fault): Promise<() => Promise<void>> {
  const met = gate();
  const only = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await fault(route);
    met.open();
  };
  await page.route(`**${path}`, only);
  return async () => {
    await met.opened;
    await page.unroute(`**${path}`, only);
  };
}
