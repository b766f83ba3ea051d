// Answers that a healthy server does not give.
import type { Page, Route } from "@playwright/test";
import type { Json } from "./seed.ts";
import { createGate } from "./wait.ts";

/** How a request ends. */
export type RouteFault = (route: Route) => Promise<void>;

/** How a request may end: an answer with this status and body, or none. */
export const FAULTS = {
  json:
    (status: number, body: Json): RouteFault =>
    (route) =>
      route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  page:
    (status: number): RouteFault =>
    (route) =>
      route.fulfill({ status, contentType: "text/html", body: "<h1>Nothing here</h1>" }),
  lost: (): RouteFault => (route) => route.abort("connectionrefused"),
};

/**
 * Every POST to this path ends so, until the function that it answers with is called. That waits until one POST has
 * ended so: the page may already show the words of an earlier fault, and the request must not reach the server.
 */
export async function failPosts(page: Page, path: string, fault: RouteFault): Promise<() => Promise<void>> {
  const hit = createGate();
  const handlePost = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await fault(route);
    hit.open();
  };
  await page.route(`**${path}`, handlePost);
  return async () => {
    await hit.opened;
    await page.unroute(`**${path}`, handlePost);
  };
}
