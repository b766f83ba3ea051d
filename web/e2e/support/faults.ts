// Responses that a healthy server doesn't send.

import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Route } from "@playwright/test";
import type { Json } from "./seed.ts";
import { createGate } from "./wait.ts";

/** Ends a request with a fault. */
export type RouteFault = (route: Route) => Promise<void>;

/** The faults: a response with this status and body, or none. */
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
 * Makes every POST to this path fail like this, until the returned function is called. That function waits
 * until one POST has failed: the page may still display the text of an earlier fault, and the request must
 * not reach the server.
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

// A proxy in front of the server, which can respond to individual paths itself: the browser's own requests
// for a service worker bypass a page's routes.

/** The proxy's response instead of the server's. */
export interface ProxyResponse {
  status?: number;
  type: string;
  body: string;
}

export interface ProxyServer {
  url: string;
  /** By path. */
  answers: Map<string, ProxyResponse>;
  stop: () => void;
}

/** Starts a proxy in front of this server. */
export async function startProxy(server: { url: string }): Promise<ProxyServer> {
  const answers = new Map<string, ProxyResponse>();
  const listener = http.createServer((request, response) => {
    const path = request.url ?? "/";
    const own = answers.get(path);
    if (own) {
      response.writeHead(own.status ?? 200, { "content-type": own.type, "cache-control": "no-cache" });
      return response.end(own.body);
    }
    const onward = http.request(server.url + path, { method: request.method, headers: request.headers });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    return request.pipe(onward);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    answers,
    stop() {
      listener.closeAllConnections();
      listener.close();
    },
  };
}

/** The fixture: `base.extend<{ front: ProxyServer }>({ front })`. */
export async function front(
  { server }: { server: { url: string } },
  use: (front: ProxyServer) => Promise<void>,
) {
  const started = await startProxy(server);
  await use(started);
  started.stop();
}
